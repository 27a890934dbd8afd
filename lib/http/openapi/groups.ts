interface Group {
	readonly name: string;
	readonly description: string;
	/** Prefixes of whole path segments; the longest match decides. */
	readonly paths: readonly string[];
}

/** The tag of the specification's operations, beside that of their group. */
export const CONTRACT = "contract";

/** The service's APIs and their groups of operations: tag groups and tags of the document. */
export const API_GROUPS: readonly { readonly api: string; readonly groups: readonly Group[] }[] = [
	{
		api: "Contract",
		groups: [
			{
				name: CONTRACT,
				description:
					"The 14 operations of the specification, of the Token API and the Management API. Everything else is an extension.",
				paths: [],
			},
		],
	},
	{
		api: "Token API",
		groups: [
			{
				name: "Access tokens",
				description:
					"A customer's server uses its API key to get access tokens for its users. Its clients then call the Management API directly. Responses use the JSend envelope.",
				paths: ["/token"],
			},
		],
	},
	{
		api: "Management API",
		groups: [
			{
				name: "Designs",
				description: "Designs define what to target: list designs, read one, request its build.",
				paths: ["/targeting/designs"],
			},
			{
				name: "Builds",
				description: "Builds turn designs into targeting files: list builds, request their deployment.",
				paths: ["/targeting/builds"],
			},
			{
				name: "Deployments",
				description:
					"Deployments bring builds to deployment targets: list, cancel, reject, activate, deactivate, delete, tag; and the targets that take them.",
				paths: ["/targeting/deployments", "/targeting/targets"],
			},
		],
	},
	{
		api: "Product API",
		groups: [
			{
				name: "Design authoring",
				description: "Create, edit, share, estimate and test designs.",
				paths: ["/api/designs", "/api/conversions", "/api/geofence-columns"],
			},
			{
				name: "Finding places",
				description: "Places of the world by name, the names of where points are, and the map below geofences.",
				paths: ["/api/places", "/api/basemap"],
			},
			{
				name: "Build files",
				description: "Builds in every status, and their targeting files.",
				paths: ["/api/builds"],
			},
			{
				name: "Deployment work",
				description: "Previews, schedules, rollbacks and bulk decisions.",
				paths: ["/api/deployments", "/api/exports/deployments"],
			},
			{
				name: "Targets",
				description: "Deployment targets, the reports of their agents, and agent keys.",
				paths: ["/api/targets"],
			},
			{
				name: "Inventory sources",
				description: "The data that audience designs are evaluated against.",
				paths: ["/api/inventory-sources"],
			},
			{
				name: "Places",
				description: "The operator's own places by category, and which geofences overlap sensitive ones.",
				paths: ["/api/place-categories", "/api/sensitive-places"],
			},
			{
				name: "Points of interest",
				description: "Releases of businesses by brand and category, and what a query over them selects.",
				paths: ["/api/points-of-interest", "/api/poi-releases"],
			},
			{
				name: "Opt-outs",
				description: "The list of device ids that must not be targeted, and erasure of devices; for operators.",
				paths: ["/api/opt-outs", "/api/device-erasures"],
			},
			{
				name: "People and organizations",
				description: "Accounts, and the directory for sharing designs.",
				paths: [
					"/api/caller",
					"/api/users",
					"/api/organizations",
					"/api/directory",
					"/api/sign-in-links",
					"/api/passkey-sign-in",
				],
			},
			{
				name: "Own account",
				description: "Name, password and sessions of the signed-in user; open to session cookies alone.",
				paths: ["/api/account"],
			},
			{
				name: "Declared state",
				description: "What operators set up in a service as one document, and a service brought to it.",
				paths: ["/api/state"],
			},
			{ name: "API keys", description: "Keys for programs that call the service.", paths: ["/api/keys"] },
			{
				name: "Webhooks",
				description: "Addresses that receive messages about events, and the messages sent to them.",
				paths: ["/api/webhooks"],
			},
			{
				name: "Audit",
				description: "The log of all actions, with actor, time and reason.",
				paths: ["/api/audit", "/api/exports/audit", "/api/exports/audit-events"],
			},
			{ name: "Saved views", description: "Named pages with their filters.", paths: ["/api/views"] },
			{
				name: "Mails",
				description: "Kinds and times of the caller's mails, and unsubscribing.",
				paths: ["/api/account/notifications", "/api/unsubscribe", "/api/mail"],
			},
			{ name: "Inbox", description: "Notices to the caller, read and unread.", paths: ["/api/inbox"] },
			{
				name: "Overview and changes",
				description: "Pending, failed and live work, and a stream of changes.",
				paths: ["/api/overview", "/api/events"],
			},
		],
	},
	{
		api: "Agent API",
		groups: [
			{
				name: "Agents",
				description: "On-premises agents fetch the deployments to load and report the loaded ones.",
				paths: ["/api/agent"],
			},
		],
	},
	{
		api: "The service",
		groups: [
			{
				name: "Health and description",
				description: "Health, readiness, metrics and this description.",
				paths: ["/api/health", "/api/ready", "/metrics", "/openapi.json", "/openapi.yaml"],
			},
		],
	},
];

/**
 * Gives the name of a path's group.
 * @throws Error for a path without one
 */
export function groupOf(path: string): string {
	const fitting = API_GROUPS.flatMap(({ groups }) => groups).flatMap(({ name, paths }) =>
		paths.filter((prefix) => path === prefix || path.startsWith(`${prefix}/`)).map((prefix) => ({ name, prefix })),
	);
	const [best] = fitting.sort((one, other) => other.prefix.length - one.prefix.length);
	if (best === undefined)
		throw new Error(`${path} is in no group of lib/http/openapi/groups.ts: add its prefix to one`);
	return best.name;
}
