import { z } from "zod";
import { field } from "./field";
import { keyText } from "./parameters";
import { count, digest, guid, positive, text, timestamp } from "./primitives";
import { described } from "./written-as";

/** A deployment that an agent should load (docs/contract.md, Agent API). */
export const desiredDeployment = z
	.strictObject({
		deployment_id: field.deployment_id,
		build_id: field.build_id,
		type: field.type,
		design_id: field.design_id,
		design_name: field.design_name,
		tags: z.array(z.string()).meta(described("Tags of the deployment.", ["eu-west", "large"])),
		size: field.size,
		digest: digest.describe("SHA-256 of the targeting file."),
		format_version: text.meta(described("Version of the file's format.", "1")),
		file_url: field.file_url,
		requester: field.requester,
	})
	.meta({
		id: "DesiredDeployment",
		description: "A deployment that an agent should load: one activated on its target.",
	});
export type DesiredDeployment = z.infer<typeof desiredDeployment>;

/** The list of opt-outs that an agent should apply. */
export const desiredOptOuts = z
	.strictObject({
		revision: field.revision,
		digest: digest.describe("SHA-256 of the targeting file."),
		size: positive.meta(described("Bytes of the targeting file.", 48_213)),
		file_url: field.file_url,
	})
	.meta({ id: "DesiredOptOuts", description: "The list of device ids for which an agent must answer no match." });
export type DesiredOptOuts = z.infer<typeof desiredOptOuts>;

/** Body of `GET /api/agent/deployments`; `opt_outs` is an extension. */
export const desiredState = z.strictObject({
	version: field.version,
	status: field.status,
	response: z
		.strictObject({
			data: z.array(desiredDeployment).describe("The object."),
			opt_outs: desiredOptOuts.nullable().describe("Null while no device has opted out."),
			opt_outs_unconfirmed_since: timestamp
				.nullable()
				.describe(
					"When the service was restored: the list that the agent had before goes on applying, beside this one.",
				),
		})
		.describe("The result."),
});

/** The longest `wait` of `GET /api/agent/deployments`, in seconds. */
export const AGENT_MAX_WAIT_SECONDS = 60;

/** The preference (RFC 7240) of agents that follow a redirect to the object store. */
export const SIGNED_URL_PREFERENCE = "signed-url";

/** The sum of the limits of a report's fields, in bytes. */
export const AGENT_REPORT_BYTES = 33_554_432;

/**
 * Matches of an agent in batches: each is repeated unchanged until it is answered, and counted once
 * by its number.
 */
export const matchBatch = z
	.strictObject({
		run_id: guid.describe("Names one run of the agent: a new one at each start."),
		number: count.describe("Number of the batch in its run, ascending; one that was counted is not counted again."),
		counts: z
			.array(
				z.strictObject({
					deployment_id: field.deployment_id,
					matches: z.number().int().min(1).max(1_000_000_000_000).describe("Lookups that it matched."),
				}),
			)
			.max(10_000)
			.describe("Lookups that each deployment matched since the batch before; empty: none."),
	})
	.meta({
		id: "MatchBatch",
		description: "Matches of an agent. Without it, an agent does not count matches.",
	});
export type MatchBatch = z.infer<typeof matchBatch>;

/** Body of `POST /api/agent/report`. */
export const agentReport = z
	.strictObject({
		instance_id: z
			.string()
			.regex(/^[\w.:-]{1,100}$/, "must be 1 to 100 letters, digits, '.', ':', '_' or '-'")
			.meta(described("Id of the agent, which survives restarts.", "dsp-fra-01")),
		version: z.string().min(1).max(50).meta(described("Version of the agent's software.", "1.4.0")),
		tags: z
			.array(keyText(1, 64))
			.max(50)
			.meta(described("Tags in the agent's settings; without tags it loads all deployments.", ["eu-west"])),
		memory_used: field.memory_used,
		memory_limit: count.nullable().meta(described("Limit of loaded bytes; null: no limit.", 4_000_000_000)),
		deployments: z
			.array(
				z.strictObject({
					deployment_id: field.deployment_id,
					digest: digest.nullable().describe("SHA-256 of the targeting file."),
					state: z
						.enum(["pending", "downloading", "loaded", "failed", "refused"])
						.describe("State of the deployment on the agent."),
					error: z
						.string()
						.max(2_000)
						.nullable()
						.meta(described("Error message of the agent; null without an error.", "not enough memory")),
				}),
			)
			.max(10_000)
			.describe("The agent's report on each deployment."),
		opt_outs: z
			.strictObject({
				digest: digest.nullable().describe("Of the list that the agent applies; null for the empty one."),
				error: z
					.string()
					.max(2_000)
					.nullable()
					.meta(described("Why it does not apply the desired one.", "not enough memory")),
			})
			.optional()
			.describe("Without it, an agent applies no list of opt-outs."),
		matches: matchBatch.optional(),
	})
	.meta({ id: "AgentReport", description: "State of an agent and of its loaded deployments." });
export type AgentReport = z.infer<typeof agentReport>;
