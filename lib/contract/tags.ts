import { z } from "zod";
import { guidParameter } from "./parameters";
import { guid } from "./primitives";

const tag = z
	.string()
	.max(64, "must hold tags of at most 64 characters")
	.regex(/^[^,\p{Cc}]*$/u, "must hold tags without commas and control characters");

/** The tags of a deployment, once they are tidy; commas part them in its row. */
export const deploymentTags = z.array(tag).max(50, "must hold at most 50 tags");

/** A tag as it is stored and compared: what looks the same is the same, however its accents were typed (Unicode NFC). */
export const tidyTag = (tag: string): string => tag.trim().normalize();

/** Tidies tags, drops blanks and duplicates, keeps the order (design.md section 4, item 17). */
export const tidyTags = (tags: readonly string[]): string[] =>
	[...new Set(tags.map(tidyTag))].filter((each) => each !== "");

/** Tags as a program sends them. */
export const tagList = z.array(z.string()).max(500).transform(tidyTags).pipe(deploymentTags);

/** Parameters of `GET /api/deployments/tags`. */
export const listTagsParameters = z.strictObject({
	target_id: guidParameter.optional().describe("Of this target alone."),
});

const agentOfTarget = z.strictObject({ agent: z.string(), target_id: guid, silent: z.boolean() });

/** Tags to choose from, and who loads what carries them. */
export const tagsInUse = z
	.strictObject({
		tags: z
			.array(
				z.strictObject({
					tag: z.string(),
					deployments: z.number().int().describe("Live ones that carry it: requested, activated and deactivated."),
					activated: z.number().int(),
					agents: z
						.array(agentOfTarget)
						.describe("Agents that ask for this tag, on targets that the caller administers."),
				}),
			)
			.describe("The 200 most used first; tags that only agents ask for come last, with 0: at most 200 of them, too."),
		agents_without_tags: z.array(agentOfTarget).describe("Agents that load every deployment, whatever its tags."),
	})
	.meta({ id: "TagsInUse", description: "Tags to choose from, and who loads what carries them." });
export type TagsInUse = z.infer<typeof tagsInUse>;
