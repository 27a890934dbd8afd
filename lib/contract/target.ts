import { z } from "zod";
import { activationHours, activationWindow } from "./activation-window";
import { agentState, deploymentDetail } from "./deployment";
import { field } from "./field";
import { shownOnce } from "./key";
import { nameWithin, paging } from "./parameters";
import { personRef } from "./person-ref";
import { count, integer, positive, text, timestamp } from "./primitives";
import { TARGET_SWITCHES } from "./target-switches";
import { described } from "./written-as";

const bytes = count;

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
		activated: bytes.meta(described("Size of all activated deployments.", 3)),
		requested: bytes.meta(described("Size of all pending requests.", 1)),
		free: integer.nullable().describe("Capacity minus the activated size; negative if more is activated than fits."),
	})
	.meta({ id: "TargetMemory", description: "Memory of a target in bytes of targeting files." });
export type TargetMemory = z.infer<typeof targetMemory>;

/** The numbers of deployments and agents of a target. */
export const targetOverview = z
	.strictObject({
		memory: targetMemory.describe("Memory in use."),
		activated: count.meta(described("Number of activated deployments.", 3)),
		requested: count.meta(described("Number of pending requests.", 1)),
		agents: z
			.strictObject({
				living: field.living,
				silent: count.describe("Number of agents without a report for 30 seconds."),
				last_seen_at: timestamp.nullable().describe("Time of the agents' last report; null: never."),
			})
			.describe("The target's agents."),
		sync: targetSync.describe("How far its agents have loaded it."),
	})
	.meta({ id: "TargetOverview", description: "The numbers of deployments and agents of a target." });
export type TargetOverview = z.infer<typeof targetOverview>;

const contractTarget = {
	id: field.id,
	slug: field.slug_of_target,
	name: field.name_of_target,
	type: field.target_type,
	org_id: field.org_id,
	org_slug: field.org_slug,
	org_name: field.org_name,
	memory_capacity: integer.nullable().meta(described("Capacity of the target in bytes; null: unknown.", 4_000_000_000)),
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
		id: field.id,
		name: field.name_of_target,
		slug: field.slug_of_target,
		type: field.target_type,
		owner: text.describe("Slug of the organization that owns it.").meta({ examples: ["partner-dsp"] }),
	})
	.meta({
		id: "AcceptingTarget",
		description: "A deployment target that accepts requests from the caller's organization.",
	});
export type AcceptingTarget = z.infer<typeof acceptingTarget>;

const switches = Object.fromEntries(
	Object.entries(TARGET_SWITCHES).map(([name, { description }]) => [
		name,
		z.boolean().describe(description).default(false),
	]),
) as Record<keyof typeof TARGET_SWITCHES, z.ZodDefault<z.ZodBoolean>>;

/** Settings with their values for a new target. */
const newSettings = {
	...switches,
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
			.array(z.strictObject({ id: field.id, slug: field.slug_of_target, name: field.name_of_organization }))
			.describe("Organizations whose members may request deployments to it."),
		created_at: field.created_at,
		updated_at: field.updated_at,
		revision: field.revision,
	})
	.meta({ id: "TargetDetail", description: "A target, for its administrators." });
export type TargetDetail = z.infer<typeof targetDetail>;

const slug = z
	.string()
	.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be 1 to 63 lower-case letters, digits and hyphens, the first no hyphen");
const targetFields = {
	name: nameWithin(1, 200).meta(described("Display name.", "Coffee shops Berlin")),
	slug: slug.meta(described("Short name for URLs and parameters: lower-case letters, digits and hyphens.", "acme")),
	type: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be a word of lower-case letters, digits and hyphens"),
	memory_capacity: positive.nullable().describe("Capacity in bytes; null: unknown."),
	accepted_organizations: z.array(slug).max(10_000).describe("Slugs of organizations."),
	...settings,
};

/** Body of `POST /api/targets`. */
export const createTargetBody = z.strictObject({
	...targetFields,
	type: targetFields.type.default("on-premises").describe("Type of the target, as free text."),
	memory_capacity: targetFields.memory_capacity.default(null),
	accepted_organizations: targetFields.accepted_organizations.default([]),
	...newSettings,
	organization: slug.optional().meta(described("Slug of its organization; the caller's by default.", "acme")),
});
export type CreateTarget = z.infer<typeof createTargetBody>;

/** Body of `PATCH /api/targets/<id>`; absent fields stay as they are. */
export const editTargetBody = z
	.strictObject({
		...targetFields,
		name: targetFields.name.meta(described("Display name.", "Coffee shops Berlin")),
		slug: targetFields.slug.meta(
			described("Short name for URLs and parameters: lower-case letters, digits and hyphens.", "acme"),
		),
		type: targetFields.type.meta(described("Type of the target, as free text.", "on-premises")),
		memory_capacity: targetFields.memory_capacity.meta({ examples: [4_000_000_000] }),
	})
	.partial()
	.refine((fields) => Object.values(fields).some((value) => value !== undefined), "names no field to change");
export type EditTarget = z.infer<typeof editTargetBody>;

/** Parameters of `GET /api/targets` and `GET /targeting/targets`. */
export const listTargetsParameters = z.strictObject(paging);

/** Body of `POST /api/targets/<id>/agent-keys`. */
export const createAgentKeyBody = z.strictObject({
	label: nameWithin(1, 100).meta(described("Purpose, as free text.", "Nightly export")),
});

const contractAgentKey = {
	id: field.id,
	target_id: field.target_id,
	label: field.label,
	prefix: text.describe("First characters of the key, for display."),
	created_at: field.created_at,
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
		created_by: text.nullable().describe("E-mail of the issuer."),
		created_by_person: personRef.nullable().describe("The issuer by name; null where unknown."),
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
		instance_id: field.instance_id,
		version: text.meta(described("Version of the agent's software.", "1.4.0")),
		tags: z.array(z.string()).describe("The agent loads deployments with one of these tags; without tags, all."),
		memory_used: field.memory_used,
		memory_limit: bytes.nullable().meta(described("Limit of loaded bytes; null: no limit.", 4_000_000_000)),
		silent: z.boolean().describe("Whether it has not reported for 30 seconds."),
		counts_matches: z.boolean().describe("Whether it counts matches; agents of earlier versions do not."),
		first_seen_at: timestamp.describe("Time of the first report."),
		last_seen_at: field.last_seen_at,
		status: z
			.enum(["in_sync", "pending", "failed", "silent"])
			.describe("`in_sync`: it has loaded every activated deployment that it should load. `silent` takes precedence."),
		sync: targetSync.describe("The activated deployments that it should load, by its last report."),
		failures: z
			.array(
				z.strictObject({
					deployment_id: field.deployment_id,
					design_name: field.design_name,
					state: z.enum(["failed", "refused"]).describe("State of the deployment on the agent."),
					error: field.error,
					since: field.since,
				}),
			)
			.describe("The latest fifty failures to load."),
	})
	.meta({ id: "TargetAgent", description: "An agent of a target at its last report." });
export type TargetAgent = z.infer<typeof targetAgent>;

/** The deployments that a target should have loaded, and the reports of its agents. */
export const targetState = z
	.strictObject({
		desired_revision: integer.meta(described("Increases whenever the set of deployments to load changes.", 12)),
		memory_capacity: bytes.nullable().meta(described("Capacity of the target in bytes; null: unknown.", 4_000_000_000)),
		activated_size: bytes.describe("Size of the targeting files of all activated deployments in bytes."),
		memory: targetMemory.describe("Memory in use."),
		activated: count.meta(described("Number of activated deployments.", 3)),
		requested: count.meta(described("Number of pending requests.", 1)),
		tags: z
			.array(
				z.strictObject({
					tag: field.tag,
					deployments: count.describe("Number of activated deployments with the tag."),
					agents: z.array(z.string()).describe("Instance ids of the agents that load deployments with the tag."),
				}),
			)
			.describe("Tags in use by activated deployments or by agents: at most 200, the most used first."),
		agents: z.array(targetAgent).describe("The target's agents."),
		deployments: z
			.array(deploymentDetail)
			.describe("Activated deployments with the reports of all agents; at most 500, failing ones first."),
		leftovers: z
			.array(
				z.strictObject({ deployment_id: field.deployment_id, design_name: field.design_name, ...agentState.shape }),
			)
			.describe("Deployments that are no longer activated and that an agent still reports; at most 500 reports."),
		summary: targetSync.describe("The answer in one sentence."),
	})
	.meta({
		id: "TargetState",
		description: "The deployments that a target should have loaded, and the reports of its agents.",
	});
export type TargetState = z.infer<typeof targetState>;
