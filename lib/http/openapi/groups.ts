interface Group {
	readonly name: string;
	readonly description: string;
	/** Paths that begin with one of these, segment by segment; the longest that fits counts. */
	readonly paths: readonly string[];
}

/** The APIs of the service and, within each, its operations by what they are about: tags of the document and their groups. */
export const API_GROUPS: readonly { readonly api: string; readonly groups: readonly Group[] }[] = [
	{
		api: "Token API",
		groups: [
			{
				name: "Access tokens",
				description:
					"A customer's server asks with its API key for access tokens of its users, and hands them to its clients, which then call the Management API directly. Answers have an envelope of their own (JSend).",
				paths: ["/token"],
			},
		],
	},
	{
		api: "Management API",
		groups: [
			{
				name: "Designs",
				description: "What is targeted: list designs, read one, request its build.",
				paths: ["/targeting/designs"],
			},
			{
				name: "Builds",
				description: "Targeting files made of designs: list them, request their deployment.",
				paths: ["/targeting/builds"],
			},
			{
				name: "Deployments",
				description: "Builds on deployment targets: list, cancel, reject, activate, deactivate, delete, tag.",
				paths: ["/targeting/deployments"],
			},
		],
	},
	{
		api: "Product API",
		groups: [
			{
				name: "Design authoring",
				description: "Create, fill, share, estimate and test designs.",
				paths: ["/api/designs"],
			},
			{
				name: "Build files",
				description: "Builds in every status, and their targeting files.",
				paths: ["/api/builds"],
			},
			{
				name: "Deployment work",
				description: "Deployments with all that is decided upon: previews, schedules, rollbacks, bulk decisions.",
				paths: ["/api/deployments", "/api/exports/deployments"],
			},
			{
				name: "Targets",
				description: "Deployment targets, what their agents report, and the keys of agents.",
				paths: ["/api/targets"],
			},
			{
				name: "Inventory sources",
				description: "Data that audience designs are evaluated over.",
				paths: ["/api/inventory-sources"],
			},
			{
				name: "People and organizations",
				description: "Who uses the service, and whom designs can be shared with.",
				paths: ["/api/users", "/api/organizations", "/api/directory", "/api/sign-in-links"],
			},
			{ name: "API keys", description: "Keys of programs.", paths: ["/api/keys"] },
			{ name: "Audit", description: "Who did what, when and why.", paths: ["/api/audit", "/api/exports/audit"] },
			{ name: "Saved views", description: "Pages with their filters under a name.", paths: ["/api/views"] },
			{
				name: "Overview and changes",
				description: "What waits, what failed, what is live; and changes as they happen.",
				paths: ["/api/overview", "/api/events"],
			},
		],
	},
	{
		api: "Agent API",
		groups: [
			{
				name: "Agents",
				description: "What on-premises software asks: what to load, and what it says it has loaded.",
				paths: ["/api/agent"],
			},
		],
	},
	{
		api: "The service",
		groups: [
			{
				name: "Health and description",
				description: "Whether the service works, in figures too, and this description of it.",
				paths: ["/api/health", "/api/ready", "/metrics", "/openapi.json"],
			},
		],
	},
];

/**
 * The group of a path.
 * @throws Error for a path that is in none
 */
export function groupOf(path: string): string {
	const fitting = API_GROUPS.flatMap(({ groups }) => groups).flatMap(({ name, paths }) =>
		paths.filter((prefix) => path === prefix || path.startsWith(`${prefix}/`)).map((prefix) => ({ name, prefix })),
	);
	const [best] = fitting.sort((one, other) => other.prefix.length - one.prefix.length);
	if (best === undefined) throw new Error(`${path} is in no group of the API (lib/http/openapi/groups.ts).`);
	return best.name;
}
