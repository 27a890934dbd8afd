import type { GeoJSONStoreFeatures } from "terra-draw";
import { distanceBetween } from "@/components/kit/map/distance";
import { circleRadius } from "@/components/kit/map/fence-index";
import { isCircle } from "@/lib/rules/geofences/covers";
import {
	type CircleGeofence,
	GEOFENCE_LIMITS,
	type Geofence,
	type PolygonGeofence,
	type Position,
} from "@/lib/rules/geofences/geofence";
import { stepped } from "@/lib/rules/geofences/normalize-ring";
import { checkFence, circleOf, sameDetails } from "./fence-text";

/** Decimals that the drawing library accepts: about a tenth of a millimeter. */
export const PRECISION = 9;
const round = (degrees: number) => Number(degrees.toFixed(PRECISION));

/** The dragged part of a circle. */
export type Grip = "center" | "rim";

/** The radius in whole meters, within the service's limits. */
const radiusFrom = (meters: number): number =>
	Math.max(GEOFENCE_LIMITS.minRadius, Math.min(GEOFENCE_LIMITS.maxRadius, Math.round(meters)));

/** A circle after its center or rim was dragged to a position. */
export function draggedCircle(before: CircleGeofence, grip: Grip, [longitude, latitude]: Position): CircleGeofence {
	const { coordinates } = before.geometry;
	if (grip === "rim") {
		const radius = radiusFrom(distanceBetween(coordinates, [longitude, latitude]));
		return { ...before, properties: { ...before.properties, radius } };
	}
	const within = longitude - 360 * Math.round(longitude / 360);
	const moved = circleOf([within, latitude], circleRadius(before), "");
	return typeof moved === "string" || !isCircle(moved) ? before : { ...before, geometry: moved.geometry };
}

/** Whether the drawing library can edit a fence: one ring, not across the antimeridian. */
function canDrag(fence: Geofence): fence is PolygonGeofence {
	if (fence.geometry.type !== "Polygon") return false;
	const [ring, hole] = fence.geometry.coordinates;
	return (
		ring !== undefined &&
		hole === undefined &&
		ring.length <= 500 &&
		ring.every(([longitude], at) => Math.abs(longitude - (ring[at - 1]?.[0] ?? longitude)) < 180)
	);
}

/** A polygon for the drawing library; null if it cannot edit the fence. */
export function toDrawn(fence: Geofence): GeoJSONStoreFeatures | null {
	if (!canDrag(fence)) return null;
	const rings = fence.geometry.coordinates.map((ring) => ring.map((corner) => corner.map(round)));
	return { type: "Feature", properties: { mode: "polygon" }, geometry: { type: "Polygon", coordinates: rings } };
}

/**
 * The fence of a drawn shape with the details of `before`; gives a sentence when it is invalid. Edges
 * go as they were drawn, even where they are wider than the short way.
 */
export function fromDrawn(drawn: GeoJSONStoreFeatures, before: Geofence | null): Geofence | string {
	if (drawn.geometry.type !== "Polygon") return "Only circles and polygons can be drawn.";
	const ring = (drawn.geometry.coordinates[0] ?? []) as Position[];
	if (drawn.properties.mode === "circle") {
		const longitudes = ring.map(([longitude]) => longitude);
		const latitudes = ring.map(([, latitude]) => latitude);
		const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
		const center: Position = [middle(longitudes), middle(latitudes)];
		return circleOf(center, radiusFrom(distanceBetween(center, ring[0] ?? center)), "");
	}
	const fence = checkFence({
		type: "Feature",
		properties: {},
		geometry: {
			type: "Polygon",
			coordinates: [stepped(ring).map(([x, y]) => [Number(x.toFixed(7)), Number(y.toFixed(7))])],
		},
	});
	return typeof fence === "string" || before === null ? fence : sameDetails(before, fence);
}

/** The radius in meters of the circle being drawn, or null. */
export const drawnMeters = (drawn: GeoJSONStoreFeatures): number | null =>
	typeof drawn.properties.radiusKilometers === "number" ? radiusFrom(drawn.properties.radiusKilometers * 1000) : null;
