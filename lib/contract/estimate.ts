import { z } from "zod";
import { audience } from "./audience";
import { guidParameter, textWithin } from "./parameters";
import { designType, guid, timestamp } from "./primitives";

/** A set to estimate: a saved one as it stands (`set_id` alone), or with contents that are not saved yet. */
export const estimatedSet = z
	.strictObject({
		set_id: guidParameter.optional(),
		set_name: textWithin(1, 200).optional(),
		geofences: z
			.strictObject({
				count: z.number().int().min(0).max(1_000_000),
				polygons: z.number().int().min(0).max(1_000_000).default(0).describe("How many of them are polygons."),
				vertices: z.number().int().min(0).max(1_000_000_000).default(0).describe("Positions of all polygons."),
			})
			.optional(),
		audience: audience.optional(),
	})
	.meta({
		id: "EstimatedSet",
		description:
			"A set to estimate: a saved one as it stands (`set_id` alone), or with contents that are not saved yet.",
	});
export type EstimatedSet = z.infer<typeof estimatedSet>;

/** Body of `POST /api/designs/<id>/estimate`; empty: the design as it is saved. */
export const estimateBody = z.strictObject({
	sets: z.array(estimatedSet).max(1_000).optional().describe("All sets in place of the saved ones."),
	parts: z.boolean().default(false).describe("Also the reach of every part of the audience expressions."),
});
export type EstimateRequest = z.infer<typeof estimateBody>;

/** Reach of one part of an expression. */
export const partReach = z
	.strictObject({
		path: z
			.string()
			.describe("JSON Pointer (RFC 6901) from the set's `audience.where`: `` for all of it, `/all/0`, `/not/any/2`."),
		reach: z.number().int().min(0).describe("Devices of the set's sources for which the part holds."),
	})
	.meta({ id: "PartReach", description: "Reach of one part of an expression." });

/** Answer of an estimate. */
export const estimate = z
	.strictObject({
		type: designType,
		size: z
			.strictObject({
				bytes: z.number().int().min(0),
				low: z.number().int().min(0),
				high: z.number().int().min(0),
			})
			.nullable()
			.describe(
				"Bytes of the targeting file, and between which bounds they are likely; null where there is nothing to build.",
			),
		max_size: z.number().int().describe("A larger file is rejected."),
		item_count: z.number().int().min(0).describe("Geofences, or distinct devices reached by any set."),
		sets: z.array(
			z
				.strictObject({
					set_id: guid.nullable(),
					set_name: z.string(),
					item_count: z
						.number()
						.int()
						.min(0)
						.nullable()
						.describe("Geofences, or devices reached; null where a problem stands in the way."),
					parts: z.array(partReach).nullable().describe("Null unless asked for, and for geofences."),
				})
				.meta({ id: "SetEstimate", description: "A set as it was estimated." }),
		),
		sources: z
			.array(
				z.strictObject({
					slug: z.string(),
					device_count: z.number().int().min(0),
					processed_at: timestamp,
					newest_seen_at: timestamp.nullable(),
				}),
			)
			.describe("Inventory sources that were evaluated."),
		problems: z
			.array(
				z.strictObject({ set: z.number().int().min(0).nullable().describe("Index into `sets`."), message: z.string() }),
			)
			.describe("Why a build of this would be rejected; none: it would not, as far as is known before it."),
		elapsed_ms: z.number().int().min(0),
	})
	.meta({ id: "Estimate", description: "Answer of an estimate." });
export type Estimate = z.infer<typeof estimate>;
