import { z } from "zod";
import { audience } from "./audience";
import { field } from "./field";
import { guidParameter, nameWithin } from "./parameters";
import { count, guid, integer, text, timestamp } from "./primitives";
import { described } from "./written-as";

/** A set to estimate: a saved one (`set_id` alone), or one with unsaved contents. */
export const estimatedSet = z
	.strictObject({
		set_id: guidParameter.optional().describe("Id of a saved set; absent for an unsaved one."),
		set_name: nameWithin(1, 200).optional().meta(described("Name of the set.", "City center")),
		geofences: z
			.strictObject({
				count: z.number().int().min(0).max(1_000_000).meta(described("Number of geofences.", 120)),
				polygons: z.number().int().min(0).max(1_000_000).default(0).describe("Number of polygons among them."),
				vertices: z
					.number()
					.int()
					.min(0)
					.max(1_000_000_000)
					.default(0)
					.describe("Number of positions of all polygons."),
			})
			.optional()
			.describe("Number of geofences, for unsaved sets."),
		audience: audience.optional().describe("For audience designs: an expression over inventory sources."),
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
		path: text.describe(
			"JSON Pointer (RFC 6901) from the set's `audience.where`: `` for the whole expression, `/all/0`, `/not/any/2`.",
		),
		reach: count
			.nullable()
			.describe("Number of the sources' devices that match the part; null: fewer than `least_reach`."),
	})
	.meta({ id: "PartReach", description: "Reach of one part of an expression." });

/** Answer of an estimate. */
export const estimate = z
	.strictObject({
		type: field.type,
		size: z
			.strictObject({
				bytes: count.meta(described("Most likely size in bytes.", 48_213)),
				low: count.meta(described("Lower bound in bytes.", 47_000)),
				high: count.meta(described("Upper bound in bytes.", 49_500)),
			})
			.nullable()
			.describe(
				"Size of the targeting file in bytes, with likely bounds; null without anything to build, and where a set is below the least reach.",
			),
		max_size: integer.describe("Size limit in bytes; a larger file is rejected."),
		least_reach: count.meta(
			described("Devices that each set must reach, by the owner's organization; 0 for any, and for geofences.", 1000),
		),
		item_count: count
			.nullable()
			.meta(
				described(
					"Number of geofences, or of distinct devices reached by any set; null where a set is below the least reach.",
					120,
				),
			),
		sets: z
			.array(
				z
					.strictObject({
						set_id: guid.nullable().describe("Id of the saved set; null for an unsaved one."),
						set_name: field.set_name,
						item_count: count
							.nullable()
							.meta(described("Number of geofences, or of devices reached; null for a set with a problem.", 120)),
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
			)
			.describe("The estimated sets, in their order."),
		sources: z
			.array(
				z.strictObject({
					slug: field.source_slug,
					device_count: field.device_count,
					processed_at: timestamp.describe("Time of processing."),
					newest_seen_at: timestamp.nullable().describe("Newest `seen_at`."),
				}),
			)
			.describe("Inventory sources that were evaluated."),
		problems: z
			.array(
				z.strictObject({
					set: count.nullable().describe("Index into `sets`."),
					message: text.meta(described("The problem, in one sentence.", "The set 'Shops' holds no geofences.")),
				}),
			)
			.describe("Reasons that a build would be rejected; empty without a known reason."),
		elapsed_ms: field.elapsed_ms,
	})
	.meta({ id: "Estimate", description: "Estimate of a build." });
export type Estimate = z.infer<typeof estimate>;
