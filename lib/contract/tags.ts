import { z } from "zod";
import { comparableTexts } from "@/lib/rules/text/comparable-text";
import { field } from "./field";
import { guidParameter } from "./parameters";
import { integer } from "./primitives";
import { described } from "./written-as";

const tag = z
	.string()
	.max(64, "must hold tags of at most 64 characters")
	.regex(/^[^,\p{Cc}]*$/u, "must hold tags without commas and control characters");

/** A deployment's comparable tags, which its row separates by commas. */
export const deploymentTags = z.array(tag).max(50, "must hold at most 50 tags");

/** Tags of a JSON body. */
export const tagList = z.array(z.string()).max(500).transform(comparableTexts).pipe(deploymentTags);

/** Parameters of `GET /api/deployments/tags`. */
export const listTagsParameters = z.strictObject({
	target_id: guidParameter.optional().describe("Only tags of this target."),
});

const agentOfTarget = z.strictObject({
	agent: field.agent,
	target_id: field.target_id,
	silent: z.boolean().describe("Whether the agent has not reported for 30 seconds."),
});

/** Tags to choose from, with the agents that load their deployments. */
export const tagsInUse = z
	.strictObject({
		tags: z
			.array(
				z.strictObject({
					tag: field.tag,
					deployments: integer.describe("Number of requested, activated and deactivated deployments with the tag."),
					activated: integer.meta(described("Number of activated deployments.", 3)),
					agents: z.array(agentOfTarget).describe("Agents with this tag, on targets that the caller administers."),
				}),
			)
			.describe("The 200 most used tags; then at most 200 tags of agents without a deployment."),
		agents_without_tags: z.array(agentOfTarget).describe("Agents without tags, which load every deployment."),
	})
	.meta({ id: "TagsInUse", description: "Tags to choose from, with the agents that load their deployments." });
export type TagsInUse = z.infer<typeof tagsInUse>;
