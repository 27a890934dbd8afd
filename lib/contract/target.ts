import { z } from "zod";
import { agentState, deploymentDetail } from "./deployment";
import { shownOnce } from "./key";
import { paging, textWithin } from "./parameters";
import { guid, timestamp } from "./primitives";

const bytes = z.number().int().min(0);
const count = z.number().int().min(0);

/** Activated deployments by what the living agents say of them; a silent agent says nothing about what is loaded now. */
export const targetSync = z
	.strictObject({
		loaded: count.describe("Loaded by every living agent that takes it, and by one at least."),
		pending: count.describe("Neither."),
		failed: count.describe("Failed or refused by one."),
	})
	.meta({
		id: "TargetSync",
		description:
			"Activated deployments by what the living agents say of them; a silent agent says nothing about what is loaded now.",
	});
export type TargetSync = z.infer<typeof targetSync>;

/** Bytes of targeting files against what the target can hold. */
export const targetMemory = z
	.strictObject({
		capacity: bytes.nullable().describe("Null: not stated."),
		activated: bytes.describe("Of all activated deployments."),
		requested: bytes.describe("Of those that wait for a decision."),
		free: z
			.number()
			.int()
			.nullable()
			.describe("Capacity less what is activated: negative where more is activated than fits."),
	})
	.meta({ id: "TargetMemory", description: "Bytes of targeting files against what the target can hold." });
export type TargetMemory = z.infer<typeof targetMemory>;

/** What is on a target, in numbers. */
export const targetOverview = z
	.strictObject({
		memory: targetMemory,
		activated: count.describe("Deployments."),
		requested: count.describe("Deployments."),
		agents: z.strictObject({
			living: count,
			silent: count.describe("Not heard of for 30 seconds."),
			last_seen_at: timestamp.nullable().describe("When one of them last reported; null: never."),
		}),
		sync: targetSync,
	})
	.meta({ id: "TargetOverview", description: "What is on a target, in numbers." });
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
	administered: z.boolean().describe("Whether the caller has authority over it."),
};

/** A deployment target that the caller may request deployments to, or administers. */
export const target = z
	.strictObject({
		...contractTarget,
		overview: targetOverview.nullable().describe("Null where the caller does not administer it."),
	})
	.meta({
		id: "Target",
		description: "A deployment target that the caller may request deployments to, or administers.",
	});
export type Target = z.infer<typeof target>;

const settings = {
	four_eyes: z.boolean().describe("Nobody approves their own request."),
	size_warning_factor: z
		.number()
		.gt(1, "must be more than 1")
		.max(1_000, "must be 1000 at most")
		.describe("A file that is so many times as large as the one it replaces is warned about."),
	request_ttl_seconds: z
		.number()
		.int()
		.min(60, "must be 60 seconds at least")
		.max(31_536_000, "must be a year (31536000 seconds) at most")
		.nullable()
		.describe("Requests that wait longer are cancelled with the reason `expired`; null: they wait for ever."),
};

/** A target to who administers it. */
export const targetDetail = z
	.strictObject({
		...contractTarget,
		...settings,
		accepted_organizations: z
			.array(z.strictObject({ id: guid, slug: z.string(), name: z.string() }))
			.describe("Whose members may request deployments to it."),
		created_at: timestamp,
		updated_at: timestamp,
		revision: z.number().int().min(1),
	})
	.meta({ id: "TargetDetail", description: "A target to who administers it." });
export type TargetDetail = z.infer<typeof targetDetail>;

const slug = z
	.string()
	.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be 1 to 63 lower-case letters, digits and hyphens, the first no hyphen");
const targetFields = {
	name: textWithin(1, 200),
	slug,
	type: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be a word of lower-case letters, digits and hyphens"),
	memory_capacity: z.number().int().min(1).nullable().describe("Bytes; null: not stated."),
	accepted_organizations: z.array(slug).max(10_000).describe("Slugs of organizations."),
	...settings,
};

/** Body of `POST /api/targets`. */
export const createTargetBody = z.strictObject({
	...targetFields,
	type: targetFields.type.default("on-premises"),
	memory_capacity: targetFields.memory_capacity.default(null),
	accepted_organizations: targetFields.accepted_organizations.default([]),
	four_eyes: targetFields.four_eyes.default(false),
	size_warning_factor: targetFields.size_warning_factor.default(2),
	request_ttl_seconds: targetFields.request_ttl_seconds.default(null),
	organization: slug.optional().describe("Slug of the organization that it belongs to; the caller's unless stated."),
});
export type CreateTarget = z.infer<typeof createTargetBody>;

/** Body of `PATCH /api/targets/<id>`: what is left out stays as it is. */
export const editTargetBody = z
	.strictObject({
		name: targetFields.name.optional(),
		slug: targetFields.slug.optional(),
		type: targetFields.type.optional(),
		memory_capacity: targetFields.memory_capacity.optional(),
		accepted_organizations: targetFields.accepted_organizations.optional(),
		four_eyes: targetFields.four_eyes.optional(),
		size_warning_factor: targetFields.size_warning_factor.optional(),
		request_ttl_seconds: targetFields.request_ttl_seconds.optional(),
	})
	.refine((fields) => Object.values(fields).some((value) => value !== undefined), "names no field to change");
export type EditTarget = z.infer<typeof editTargetBody>;

/** Parameters of `GET /api/targets`. */
export const listTargetsParameters = z.strictObject(paging);

/** Body of `POST /api/targets/<id>/agent-keys`. */
export const createAgentKeyBody = z.strictObject({ label: textWithin(1, 100) });

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
		created_by: z.string().nullable().describe("E-mail."),
		last_used_at: timestamp.nullable().describe("To the minute."),
		revoked_at: timestamp.nullable().describe("Since when it opens nothing any more."),
	})
	.meta({ id: "AgentKey", description: "A key for agents of a target, without its value." });
export type AgentKey = z.infer<typeof agentKey>;

/** Parameters of `GET /api/targets/<id>/agent-keys`: newest first, revoked ones included. */
export const listAgentKeysParameters = z.strictObject(paging);

/** An agent of a target as it last reported. */
export const targetAgent = z
	.strictObject({
		instance_id: z.string(),
		version: z.string(),
		tags: z.array(z.string()).describe("It takes deployments that carry one of them; none: all."),
		memory_used: bytes,
		memory_limit: bytes.nullable(),
		silent: z.boolean().describe("It has not reported for 30 seconds."),
		first_seen_at: timestamp,
		last_seen_at: timestamp,
		status: z
			.enum(["in_sync", "pending", "failed", "silent"])
			.describe("`in_sync`: it has loaded every activated deployment that it takes. `silent` goes before all else."),
		sync: targetSync.describe("Of the activated deployments that it takes, as it last reported."),
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
			.describe("What it could not load and why: the latest fifty."),
	})
	.meta({ id: "TargetAgent", description: "An agent of a target as it last reported." });
export type TargetAgent = z.infer<typeof targetAgent>;

/** What a target should have loaded against what its agents say they have. */
export const targetState = z
	.strictObject({
		desired_revision: z.number().int(),
		memory_capacity: bytes.nullable(),
		activated_size: bytes.describe("Bytes of the targeting files of all activated deployments."),
		memory: targetMemory,
		activated: count.describe("Deployments."),
		requested: count.describe("Deployments."),
		tags: z
			.array(
				z.strictObject({
					tag: z.string(),
					deployments: count.describe("Activated ones that carry it."),
					agents: z.array(z.string()).describe("Instance ids of those that take what carries it."),
				}),
			)
			.describe("Tags in use by activated deployments or by agents: at most 200, the most used first."),
		agents: z.array(targetAgent),
		deployments: z
			.array(deploymentDetail)
			.describe("Activated ones, each with what every agent says of it; at most 500, those in trouble first."),
		leftovers: z
			.array(z.strictObject({ deployment_id: guid, design_name: z.string(), ...agentState.shape }))
			.describe("Deployments that are activated no more and still reported by an agent: at most 500 reports."),
		summary: targetSync,
	})
	.meta({ id: "TargetState", description: "What a target should have loaded against what its agents say they have." });
export type TargetState = z.infer<typeof targetState>;
