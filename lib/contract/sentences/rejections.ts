/** Reasons that a design cannot be built, for estimates, rejected builds and designers. */
export const rejection = {
	noSets: () => "The design has no sets: add at least one.",
	emptySet: (name: string, type: "proximity" | "audience") => {
		const what = type === "proximity" ? "geofences" : "audience expression";
		return `The set '${name}' has no ${what}: add some, or remove the set.`;
	},
	unknownSource: (slug: string) => `The owner's organization has no access to '${slug}', or it has no data.`,
	/**
	 * For sets without a device, or with fewer than the least reach.
	 * @param subject `The set 'Shops' reaches`
	 */
	ofReach: (subject: string, leastReach: number) =>
		leastReach > 1
			? `${subject} fewer than ${leastReach.toLocaleString("en-US")} devices, the least reach of the owner's organization: widen the expression.`
			: `${subject} no device: check the segments and windows of the expression.`,
	tooLarge: () => "The targeting file would be larger than is allowed.",
	/** @param why a clause without its full stop */
	otherwise: (why: string) => `The design cannot be built as it stands: ${why}.`,
} as const;
