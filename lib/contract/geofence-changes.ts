import { z } from "zod";
import { bounds } from "./design";

const count = z.number().int().min(0);

const counts = {
	kept: count.describe("Geofences that are on the target and stay."),
	added: count.describe("Geofences that the activation brings."),
	removed: count.describe("Geofences that it takes from the target."),
	unknown: count.describe("Geofences of sets whose earlier contents are no longer kept."),
};

/** What an activation does to a geofence; `unknown` where the earlier contents are no longer kept. */
export type GeofenceChange = keyof typeof counts;

export const changedPlace = z
	.strictObject({
		name: z.string().nullable().describe("The city's name; null for the whole country."),
		country: z.string().nullable().describe("The country's name in English; null for all that is elsewhere."),
		added: counts.added,
		removed: counts.removed,
	})
	.meta({ id: "ChangedPlace", description: "How many geofences an activation adds and removes around a place." });
export type ChangedPlace = z.infer<typeof changedPlace>;

/** Answer of `GET /api/deployments/<id>/changes`. */
export const geofenceChanges = z
	.strictObject({
		...counts,
		bounds: bounds.describe("Extent before and after: west, south, east, north; null without any geofence."),
		cells: z
			.array(
				z.strictObject({
					longitude: z.number().describe("Degrees."),
					latitude: z.number().describe("Degrees."),
					...counts,
				}),
			)
			.max(640)
			.describe("The counts by the cells of a grid over the extent, each at the middle of its geofences."),
		places: z
			.array(changedPlace)
			.max(4)
			.describe(
				"Where geofences are added and removed: up to three places, the largest first, then what is elsewhere.",
			),
	})
	.meta({
		id: "GeofenceChanges",
		description: "How many geofences an activation keeps, adds and removes on the target, and where.",
	});
export type GeofenceChanges = z.infer<typeof geofenceChanges>;
