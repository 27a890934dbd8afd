import { z } from "zod";
import { activationHours, activationWindow } from "./activation-window";
import { agentState, deploymentDetail } from "./deployment";
import { shownOnce } from "./key";
import { nameWithin, paging } from "./parameters";
import { personRef } from "./person-ref";
import { guid, timestamp } from "./primitives";

const bytes = z.number().int().min(0);
const count = z.number().int().min(0);

/** Activated deployments by the reports of online agents; an offline agent does not count. */
export const targetSync = z
	.strictObject({
		loaded: count.describe("Number loaded by every online agent that should load it, and by at least one."),
		pending: count.describe("Number of the others."),
		failed: count.describe("Number that failed or were refused on at least one agent."),
	})
	.meta({
		id: "TargetSync",
		description: "Activated deployments by the reports of online agents; an offline agent does not count.",
	});
export type TargetSync = z.infer<typeof targetSync>;

/** Memory of a target in bytes of targeting files. */
export const targetMemory = z
	.strictObject({
		capacity: bytes.nullable().describe("Capacity; null: unknown."),
		activated: bytes.describe("Size of all activated deployments."),
		requested: bytes.describe("Size of all pending requests."),
		free: z
			.number()
			.int()
			.nullable()
			.describe("Capacity minus the activated size; negative if more is activated than fits."),
	})
	.meta({ id: "TargetMemory", description: "Memory of a target in bytes of targeting files." });
export type TargetMemory = z.infer<typeof targetMemory>;

/** The numbers of deployments and agents of a target. */
export const targetOverview = z
	.strictObject({
		memory: targetMemory,
		activated: count.describe("Number of activated deployments."),
		requested: count.describe("Number of pending requests."),
		agents: z.strictObject({
			living: count,
			silent: count.describe("Number of agents without a report for 30 seconds."),
			last_seen_at: timestamp.nullable().describe("Time of the agents' last report; null: never."),
		}),
		sync: targetSync,
	})
	.meta({ id: "TargetOverview", description: "The numbers of deployments and agents of a target." });
export type TargetOverview = z.infer<typeof targetOverview>;

const contractTarget = {
	id: guid,
	slug: z.string(),
	name: z.string(),
	type: z.string(),
	org_id: guid,
	org_slug: z.string(),
	org_name: z.string(),
	memory_capacity: z.number().int().nullable(),
	accepts_requests: z.boolean().describe("Whether it accepts requests from the caller's organization."),
	administered: z.boolean().describe("Whether the caller administers it."),
	window: activationWindow
		.nullable()
		.describe("Whether it allows activations now; null without hours and freezes: always."),
};

/** A deployment target that the caller may request deployments to, or administers. */
export const target = z
	.strictObject({
		...contractTarget,
		overview: targetOverview.nullable().describe("Null if the caller does not administer it."),
	})
	.meta({
		id: "Target",
		description: "A deployment target that the caller may request deployments to, or administers.",
	});
export type Target = z.infer<typeof target>;

/** A row of `GET /targeting/targets`, an extension of the contract. */
export const acceptingTarget = z
	.strictObject({
		id: guid,
		name: z.string(),
		slug: z.string(),
		type: z.string(),
		owner: z
			.string()
			.describe("Slug of the organization that owns it.")
			.meta({ examples: ["partner-dsp"] }),
	})
	.meta({
		id: "AcceptingTarget",
		description: "A deployment target that accepts requests from the caller's organization.",
	});
export type AcceptingTarget = z.infer<typeof acceptingTarget>;

/** Settings with their values for a new target. */
const newSettings = {
	four_eyes: z.boolean().describe("Whether users must not approve their own requests.").default(false),
	size_warning_factor: z
		.number()
		.gt(1, "must be more than 1")
		.max(1_000, "must be 1000 at most")
		.describe("Growth factor of a replaced file that causes a warning.")
		.default(2),
	request_ttl_seconds: z
		.number()
		.int()
		.min(60, "must be 60 seconds at least")
		.max(31_536_000, "must be a year (31536000 seconds) at most")
		.nullable()
		.describe("Time after which requests are cancelled with the reason `expired`; null: never.")
		.default(null),
	activation_hours: activationHours
		.nullable()
		.describe("Weekly hours in which it allows activations; null: always, except for freezes.")
		.default(null),
	required_approvals: z
		.number()
		.int()
		.min(1, "must be 1 at least")
		.max(5, "must be 5 at most")
		.describe("Number of administrators who must approve an activation.")
		.default(1),
	second_approval_for_delete: z
		.boolean()
		.describe("Whether a second administrator must approve to delete what is activated.")
		.default(false),
	refuses_sensitive_places: z
		.boolean()
		.describe("Whether it refuses builds of which a geofence overlaps a sensitive place, or may.")
		.default(false),
};

/** The settings as they are shown and changed. */
const settings = Object.fromEntries(Object.entries(newSettings).map(([name, setting]) => [name, setting.unwrap()])) as {
	[Name in keyof typeof newSettings]: ReturnType<(typeof newSettings)[Name]["unwrap"]>;
};

/** A target, for its administrators. */
export const targetDetail = z
	.strictObject({
		...contractTarget,
		...settings,
		accepted_organizations: z
			.array(z.strictObject({ id: guid, slug: z.string(), name: z.string() }))
			.describe("Organizations whose members may request deployments to it."),
		created_at: timestamp,
		updated_at: timestamp,
		revision: z.number().int().min(1),
	})
	.meta({ id: "TargetDetail", description: "A target, for its administrators." });
export type TargetDetail = z.infer<typeof targetDetail>;

const slug = z
	.string()
	.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be 1 to 63 lower-case letters, digits and hyphens, the first no hyphen");
const targetFields = {
	name: nameWithin(1, 200),
	slug,
	type: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be a word of lower-case letters, digits and hyphens"),
	memory_capacity: z.number().int().min(1).nullable().describe("Capacity in bytes; null: unknown."),
	accepted_organizations: z.array(slug).max(10_000).describe("Slugs of organizations."),
	...settings,
};

/** Body of `POST /api/targets`. */
export const createTargetBody = z.strictObject({
	...targetFields,
	type: targetFields.type.default("on-premises"),
	memory_capacity: targetFields.memory_capacity.default(null),
	accepted_organizations: targetFields.accepted_organizations.default([]),
	...newSettings,
	organization: slug.optional().describe("Slug of its organization; the caller's by default."),
});
export type CreateTarget = z.infer<typeof createTargetBody>;

/** Body of `PATCH /api/targets/<id>`; absent fields stay as they are. */
export const editTargetBody = z
	.strictObject(targetFields)
	.partial()
	.refine((fields) => Object.values(fields).some((value) => value !== undefined), "names no field to change");
export type EditTarget = z.infer<typeof editTargetBody>;

/** Parameters of `GET /api/targets` and `GET /targeting/targets`. */
export const listTargetsParameters = z.strictObject(paging);

/** Body of `POST /api/targets/<id>/agent-keys`. */
export const createAgentKeyBody = z.strictObject({ label: nameWithin(1, 100) });

const contractAgentKey = {
	id: guid,
	target_id: guid,
	label: z.string(),
	prefix: z.string().describe("First characters of the key, for display."),
	created_at: timestamp,
};

/** A key for an agent of a target, with its value. */
export const issuedAgentKey = z
	.strictObject({ ...contractAgentKey, ...shownOnce })
	.meta({ id: "IssuedAgentKey", description: "A key for an agent of a target, with its value." });
export type IssuedAgentKey = z.infer<typeof issuedAgentKey>;

/** A key for agents of a target, without its value. */
export const agentKey = z
	.strictObject({
		...contractAgentKey,
		created_by: z.string().nullable().describe("E-mail of the issuer."),
		created_by_person: personRef.nullable(),
		last_used_at: timestamp.nullable().describe("Time of the last use, to the minute."),
		revoked_at: timestamp.nullable().describe("Time of the revocation; null for a valid key."),
	})
	.meta({ id: "AgentKey", description: "A key for agents of a target, without its value." });
export type AgentKey = z.infer<typeof agentKey>;

/** Parameters of `GET /api/targets/<id>/agent-keys`: newest first, revoked ones included. */
export const listAgentKeysParameters = z.strictObject(paging);

/** An agent of a target at its last report. */
export const targetAgent = z
	.strictObject({
		instance_id: z.string(),
		version: z.string(),
		tags: z.array(z.string()).describe("The agent loads deployments with one of these tags; without tags, all."),
		memory_used: bytes,
		memory_limit: bytes.nullable(),
		silent: z.boolean().describe("Whether it has not reported for 30 seconds."),
		counts_matches: z.boolean().describe("Whether it counts matches; agents of earlier versions do not."),
		first_seen_at: timestamp,
		last_seen_at: timestamp,
		status: z
			.enum(["in_sync", "pending", "failed", "silent"])
			.describe("`in_sync`: it has loaded every activated deployment that it should load. `silent` takes precedence."),
		sync: targetSync.describe("The activated deployments that it should load, by its last report."),
		failures: z
			.array(
				z.strictObject({
					deployment_id: guid,
					design_name: z.string(),
					state: z.enum(["failed", "refused"]),
					error: z.string().nullable(),
					since: timestamp,
				}),
			)
			.describe("The latest fifty failures to load."),
	})
	.meta({ id: "TargetAgent", description: "An agent of a target at its last report." });
export type TargetAgent = z.infer<typeof targetAgent>;

/** The deployments that a target should have loaded, and the reports of its agents. */
export const targetState = z
	.strictObject({
		desired_revision: z.number().int(),
		memory_capacity: bytes.nullable(),
		activated_size: bytes.describe("Size of the targeting files of all activated deployments in bytes."),
		memory: targetMemory,
		activated: count.describe("Number of activated deployments."),
		requested: count.describe("Number of pending requests."),
		tags: z
			.array(
				z.strictObject({
					tag: z.string(),
					deployments: count.describe("Number of activated deployments with the tag."),
					agents: z.array(z.string()).describe("Instance ids of the agents that load deployments with the tag."),
				}),
			)
			.describe("Tags in use by activated deployments or by agents: at most 200, the most used first."),
		agents: z.array(targetAgent),
		deployments: z
			.array(deploymentDetail)
			.describe("Activated deployments with the reports of all agents; at most 500, failing ones first."),
		leftovers: z
			.array(z.strictObject({ deployment_id: guid, design_name: z.string(), ...agentState.shape }))
			.describe("Deployments that are no longer activated and that an agent still reports; at most 500 reports."),
		summary: targetSync,
	})
	.meta({
		id: "TargetState",
		description: "The deployments that a target should have loaded, and the reports of its agents.",
	});
export type TargetState = z.infer<typeof targetState>;
