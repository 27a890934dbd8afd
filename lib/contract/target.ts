import { z } from "zod";
import { agentState, deploymentDetail } from "./deployment";
import { shownOnce } from "./key";
import { paging, textWithin } from "./parameters";
import { guid, timestamp } from "./primitives";

const contractTarget = {
	id: guid,
	slug: z.string(),
	name: z.string(),
	type: z.string(),
	org_id: guid,
	org_slug: z.string(),
	org_name: z.string(),
	memory_capacity: z.number().int().nullable(),
	accepts_requests: z.boolean().describe("Whether it accepts requests from the caller's organisation."),
	administered: z.boolean().describe("Whether the caller has authority over it."),
};

/** A deployment target that the caller may request deployments to, or administers. */
export const target = z.strictObject(contractTarget).meta({ id: "Target" });
export type Target = z.infer<typeof target>;

/** A target to who administers it. */
export const targetDetail = z
	.strictObject({
		...contractTarget,
		accepted_organizations: z
			.array(z.strictObject({ id: guid, slug: z.string(), name: z.string() }))
			.describe("Whose members may request deployments to it."),
		created_at: timestamp,
		updated_at: timestamp,
		revision: z.number().int().min(1),
	})
	.meta({ id: "TargetDetail" });
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
};

/** Body of `POST /api/targets`. */
export const createTargetBody = z.strictObject({
	...targetFields,
	type: targetFields.type.default("on-premises"),
	memory_capacity: targetFields.memory_capacity.default(null),
	accepted_organizations: targetFields.accepted_organizations.default([]),
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
	})
	.refine((fields) => Object.values(fields).some((value) => value !== undefined), "names no field to change");
export type EditTarget = z.infer<typeof editTargetBody>;

/** Parameters of `GET /api/targets`. */
export const listTargetsParameters = z.strictObject(paging);

/** Body of `POST /api/targets/<id>/agent-keys`. */
export const createAgentKeyBody = z.strictObject({ label: textWithin(1, 100) });

/** A key for an agent of a target, with its value. */
export const issuedAgentKey = z
	.strictObject({
		id: guid,
		target_id: guid,
		label: z.string(),
		prefix: z.string().describe("First characters of the key, for display."),
		created_at: timestamp,
		...shownOnce,
	})
	.meta({ id: "IssuedAgentKey" });
export type IssuedAgentKey = z.infer<typeof issuedAgentKey>;

const bytes = z.number().int().min(0);

/** An agent of a target as it last reported. */
export const targetAgent = z
	.strictObject({
		instance_id: z.string(),
		version: z.string(),
		tags: z.array(z.string()),
		memory_used: bytes,
		memory_limit: bytes.nullable(),
		silent: z.boolean().describe("It has not reported for 30 seconds."),
		first_seen_at: timestamp,
		last_seen_at: timestamp,
	})
	.meta({ id: "TargetAgent" });

/** What a target should have loaded against what its agents say they have. */
export const targetState = z
	.strictObject({
		desired_revision: z.number().int(),
		memory_capacity: bytes.nullable(),
		activated_size: bytes.describe("Bytes of the targeting files of all activated deployments."),
		agents: z.array(targetAgent),
		deployments: z.array(deploymentDetail).describe("The activated ones, each with what every agent says of it."),
		leftovers: z
			.array(z.strictObject({ deployment_id: guid, design_name: z.string(), ...agentState.shape }))
			.describe("Deployments that are activated no more and still reported by an agent."),
		summary: z
			.strictObject({
				loaded: z.number().int(),
				pending: z.number().int(),
				failed: z.number().int(),
			})
			.describe(
				"Activated deployments: loaded by every living agent that takes them; failed or refused by one; neither yet.",
			),
	})
	.meta({ id: "TargetState" });
export type TargetState = z.infer<typeof targetState>;
