import { z } from "zod";
import { bounds } from "./design";

const count = z.number().int().min(0);

const counts = {
	kept: count.describe("Geofences that are on the target and stay."),
	added: count.describe("Geofences that the activation brings."),
	removed: count.describe("Geofences that it takes from the target."),
	unknown: count.describe("Geofences of sets whose earlier contents are no longer kept."),
};

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
	})
	.meta({
		id: "GeofenceChanges",
		description: "How many geofences an activation keeps, adds and removes on the target, and where.",
	});
export type GeofenceChanges = z.infer<typeof geofenceChanges>;
