/** A setting of a target that is on or off. */
interface TargetSwitch {
	/** What `/openapi.json` says of it. */
	readonly description: string;
	/** Its box in the form, and what happens when it is ticked. */
	readonly label: string;
	readonly hint: string;
	/** Its row on the target's page, and what that says in both cases. */
	readonly title: string;
	readonly on: string;
	readonly off: string;
}

/** The switches of a target, by the field's name; a new target has them off. Free of zod: pages read it. */
export const TARGET_SWITCHES = {
	four_eyes: {
		description: "Whether users must not approve their own requests.",
		label: "Four eyes",
		hint: "Nobody can approve their own request.",
		title: "Four eyes",
		on: "on: nobody approves their own request",
		off: "off",
	},
	second_approval_for_delete: {
		description: "Whether a second administrator must approve the deletion of an active deployment.",
		label: "Two-person delete",
		hint: "Deleting an active deployment needs two administrators.",
		title: "Deletion",
		on: "2 administrators to delete what is activated",
		off: "1 administrator to delete what is activated",
	},
	refuses_sensitive_places: {
		description: "Whether it refuses builds of which a geofence overlaps a sensitive place, or may.",
		label: "Block sensitive places",
		hint: "Block builds that include sensitive places.",
		title: "Sensitive places",
		on: "refused: no build on them is activated",
		off: "warned about",
	},
} as const satisfies Record<string, TargetSwitch>;
