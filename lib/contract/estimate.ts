import { z } from "zod";
import { audience } from "./audience";
import { guidParameter, nameWithin } from "./parameters";
import { designType, guid, timestamp } from "./primitives";

/** A set to estimate: a saved one (`set_id` alone), or one with unsaved contents. */
export const estimatedSet = z
	.strictObject({
		set_id: guidParameter.optional(),
		set_name: nameWithin(1, 200).optional(),
		geofences: z
			.strictObject({
				count: z.number().int().min(0).max(1_000_000),
				polygons: z.number().int().min(0).max(1_000_000).default(0).describe("Number of polygons among them."),
				vertices: z
					.number()
					.int()
					.min(0)
					.max(1_000_000_000)
					.default(0)
					.describe("Number of positions of all polygons."),
			})
			.optional(),
		audience: audience.optional(),
	})
	.meta({
		id: "EstimatedSet",
		description: "A set to estimate: a saved one (`set_id` alone), or one with unsaved contents.",
	});
export type EstimatedSet = z.infer<typeof estimatedSet>;

/** Body of `POST /api/designs/<id>/estimate`; empty for the saved design. */
export const estimateBody = z.strictObject({
	sets: z.array(estimatedSet).max(1_000).optional().describe("All sets; they replace the saved ones."),
	parts: z.boolean().default(false).describe("Whether to include the reach of every part of the audience expressions."),
});
export type EstimateRequest = z.infer<typeof estimateBody>;

/** The reach of one part of an expression. */
export const partReach = z
	.strictObject({
		path: z
			.string()
			.describe(
				"JSON Pointer (RFC 6901) from the set's `audience.where`: `` for the whole expression, `/all/0`, `/not/any/2`.",
			),
		reach: z
			.number()
			.int()
			.min(0)
			.nullable()
			.describe("Number of the sources' devices that match the part; null: fewer than `least_reach`."),
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
				"Size of the targeting file in bytes, with likely bounds; null without anything to build, and where a set is below the least reach.",
			),
		max_size: z.number().int().describe("Size limit in bytes; a larger file is rejected."),
		least_reach: z
			.number()
			.int()
			.min(0)
			.describe("Devices that each set must reach, by the owner's organization; 0 for any, and for geofences."),
		item_count: z
			.number()
			.int()
			.min(0)
			.nullable()
			.describe(
				"Number of geofences, or of distinct devices reached by any set; null where a set is below the least reach.",
			),
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
						.describe("Number of geofences, or of devices reached; null for a set with a problem."),
					below_least_reach: z.boolean().describe("Whether it reaches fewer devices than `least_reach`."),
					parts: z
						.array(partReach)
						.nullable()
						.describe("Reach of every part; null unless requested, and for geofences."),
					steps: z
						.array(partReach)
						.nullable()
						.describe(
							"By part of the outermost group, in order: devices that are left after it and those before it (`all`), or reached by them (`any`). Null as `parts`.",
						),
				})
				.meta({ id: "SetEstimate", description: "Estimate of a set." }),
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
			.describe("Reasons that a build would be rejected; empty without a known reason."),
		elapsed_ms: z.number().int().min(0),
	})
	.meta({ id: "Estimate", description: "Estimate of a build." });
export type Estimate = z.infer<typeof estimate>;
