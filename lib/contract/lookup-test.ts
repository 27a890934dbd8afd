import { z } from "zod";
import { guidParameter } from "./parameters";
import { guid, timestamp } from "./primitives";

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
		index: z
			.number()
			.int()
			.min(0)
			.nullable()
			.describe("Index in the set's geofences; null for a build's file, which orders them differently."),
		name: z.string().nullable(),
		shape: z.enum(["circle", "polygon"]),
		feature: z
			.looseObject({ type: z.literal("Feature") })
			.describe("GeoJSON; for a build's file, the circle or polygon of the file."),
	})
	.meta({ id: "MatchedGeofence", description: "A geofence that contains the point." });
export type MatchedGeofence = z.infer<typeof matchedGeofence>;

/** A set that matches. */
export const matchedSet = z
	.strictObject({
		set_id: guid,
		set_name: z.string(),
		targeting_code: z.string(),
		geofence_count: z
			.number()
			.int()
			.min(0)
			.nullable()
			.describe("Number of its matching geofences; null for audience sets."),
		geofences: z.array(matchedGeofence).nullable().describe("The first 50 matching geofences; null for audience sets."),
	})
	.meta({ id: "MatchedSet", description: "A set that matches." });
export type MatchedSet = z.infer<typeof matchedSet>;

/** Answer of a test. */
export const lookupTestResult = z
	.strictObject({
		against: z.enum(["current", "build"]),
		build_id: guid.nullable(),
		build_date: timestamp.nullable(),
		sets: z
			.array(matchedSet)
			.describe("Matching sets, in the design's order; without one, an agent would answer `[]`."),
		checked_set_count: z.number().int().min(0),
		false_match_probability: z
			.number()
			.min(0)
			.describe(
				"Probability that a device outside every set matches, by the file's fingerprints; 0 for an exact file.",
			),
		elapsed_ms: z.number().int().min(0),
	})
	.meta({ id: "LookupTestResult", description: "Result of a test." });
export type LookupTestResult = z.infer<typeof lookupTestResult>;
