import { z } from "zod";
import { keyText } from "./parameters";
import { API_VERSION, designType, digest, guid, timestamp } from "./primitives";

/** A deployment that an agent should load (docs/contract.md, Agent API). */
export const desiredDeployment = z
	.strictObject({
		deployment_id: guid,
		build_id: guid,
		type: designType,
		design_id: guid,
		design_name: z.string(),
		tags: z.array(z.string()),
		size: z.number().int(),
		digest,
		format_version: z.string(),
		file_url: z.string(),
		requester: z.string(),
	})
	.meta({ id: "DesiredDeployment", description: "What an agent should load: one activated deployment of its target." });
export type DesiredDeployment = z.infer<typeof desiredDeployment>;

/** The list of opt-outs that an agent should apply. */
export const desiredOptOuts = z
	.strictObject({
		revision: z.number().int().min(1),
		digest,
		size: z.number().int().min(1),
		file_url: z.string(),
	})
	.meta({ id: "DesiredOptOuts", description: "The list of device ids for which an agent must answer no match." });
export type DesiredOptOuts = z.infer<typeof desiredOptOuts>;

/** Body of `GET /api/agent/deployments`; `opt_outs` is an extension. */
export const desiredState = z.strictObject({
	version: z.literal(API_VERSION),
	status: z.literal("OK"),
	response: z.strictObject({
		data: z.array(desiredDeployment),
		opt_outs: desiredOptOuts.nullable().describe("Null while no device has opted out."),
		opt_outs_unconfirmed_since: timestamp
			.nullable()
			.describe("When the service was restored: the list that the agent had before goes on applying, beside this one."),
	}),
});

/** The longest `wait` of `GET /api/agent/deployments`, in seconds. */
export const AGENT_MAX_WAIT_SECONDS = 60;

/** What agents prefer (RFC 7240) that follow a redirect to the object store. */
export const SIGNED_URL_PREFERENCE = "signed-url";

/** The sum of the limits of a report's fields, in bytes. */
export const AGENT_REPORT_BYTES = 33_554_432;

/**
 * What an agent has matched, in batches: each is repeated unchanged until it is answered, and its
 * number counts it once.
 */
export const matchBatch = z
	.strictObject({
		run_id: guid.describe("Names one run of the agent: a new one at each start."),
		number: z
			.number()
			.int()
			.min(0)
			.describe("Number of the batch in its run, ascending; one that was counted is not counted again."),
		counts: z
			.array(
				z.strictObject({
					deployment_id: guid,
					matches: z.number().int().min(1).max(1_000_000_000_000).describe("Lookups that it matched."),
				}),
			)
			.max(10_000)
			.describe("Lookups that each deployment matched since the batch before; empty: none."),
	})
	.meta({
		id: "MatchBatch",
		description: "What an agent has matched. Without it, an agent does not count matches.",
	});
export type MatchBatch = z.infer<typeof matchBatch>;

/** Body of `POST /api/agent/report`. */
export const agentReport = z
	.strictObject({
		instance_id: z.string().regex(/^[\w.:-]{1,100}$/, "must be 1 to 100 letters, digits, '.', ':', '_' or '-'"),
		version: z.string().min(1).max(50),
		tags: z.array(keyText(1, 64)).max(50),
		memory_used: z.number().int().min(0),
		memory_limit: z.number().int().min(0).nullable(),
		deployments: z
			.array(
				z.strictObject({
					deployment_id: guid,
					digest: digest.nullable(),
					state: z.enum(["pending", "downloading", "loaded", "failed", "refused"]),
					error: z.string().max(2_000).nullable(),
				}),
			)
			.max(10_000),
		opt_outs: z
			.strictObject({
				digest: digest.nullable().describe("Of the list that the agent applies; null for the empty one."),
				error: z.string().max(2_000).nullable().describe("Why it does not apply the desired one."),
			})
			.optional()
			.describe("Without it, an agent applies no list of opt-outs."),
		matches: matchBatch.optional(),
	})
	.meta({ id: "AgentReport", description: "What an agent says of itself and of what it has loaded." });
export type AgentReport = z.infer<typeof agentReport>;
