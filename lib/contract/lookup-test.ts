import { z } from "zod";
import { field } from "./field";
import { guidParameter } from "./parameters";
import { count, guid, text, timestamp } from "./primitives";
import { described } from "./written-as";

/**
 * Body of `POST /api/designs/<id>/test`: a point or device, for the current contents or a build.
 */
export const lookupTestBody = z
	.strictObject({
		latitude: z.number().min(-90).max(90).optional().describe("Degrees north, WGS 84; with `longitude`."),
		longitude: z.number().min(-180).max(180).optional().describe("Degrees east, WGS 84; with `latitude`."),
		device_id: z.string().min(1).max(128).optional().describe("A device id instead of a point, for audience designs."),
		build_id: guidParameter.optional().describe("Id of the build whose file answers; the saved contents by default."),
	})
	.refine(
		({ latitude, longitude, device_id }) =>
			device_id === undefined
				? latitude !== undefined && longitude !== undefined
				: latitude === undefined && longitude === undefined,
		"must hold either 'latitude' and 'longitude' or 'device_id'",
	);
export type LookupTest = z.infer<typeof lookupTestBody>;

/** A geofence that contains the point. */
export const matchedGeofence = z
	.strictObject({
		index: count
			.nullable()
			.describe("Index in the set's geofences; null for a build's file, which orders them differently."),
		name: text.nullable().meta(described("Name from the import; null without one.", "Alexanderplatz")),
		shape: z.enum(["circle", "polygon"]).describe("Shape of the geofence."),
		feature: z
			.looseObject({ type: z.literal("Feature").describe("GeoJSON type.") })
			.describe("GeoJSON; for a build's file, the circle or polygon of the file."),
	})
	.meta({ id: "MatchedGeofence", description: "A geofence that contains the point." });
export type MatchedGeofence = z.infer<typeof matchedGeofence>;

/** A set that matches. */
export const matchedSet = z
	.strictObject({
		set_id: field.set_id,
		set_name: field.set_name,
		targeting_code: field.targeting_code,
		geofence_count: count.nullable().describe("Number of its matching geofences; null for audience sets."),
		geofences: z.array(matchedGeofence).nullable().describe("The first 50 matching geofences; null for audience sets."),
	})
	.meta({ id: "MatchedSet", description: "A set that matches." });
export type MatchedSet = z.infer<typeof matchedSet>;

/** Answer of a test. */
export const lookupTestResult = z
	.strictObject({
		against: z.enum(["current", "build"]).describe("Source of the answer: the saved contents, or a build's file."),
		build_id: guid.nullable().describe("Id of the build."),
		build_date: timestamp.nullable().describe("Time of the build's completion."),
		sets: z
			.array(matchedSet)
			.describe("Matching sets, in the design's order; without one, an agent would answer `[]`."),
		checked_set_count: count.meta(described("Number of checked sets.", 2)),
		false_match_probability: z
			.number()
			.min(0)
			.describe(
				"Probability that a device outside every set matches, by the file's fingerprints; 0 for an exact file.",
			),
		elapsed_ms: field.elapsed_ms,
	})
	.meta({ id: "LookupTestResult", description: "Result of a test." });
export type LookupTestResult = z.infer<typeof lookupTestResult>;
