import type { GeoJSONStoreFeatures } from "terra-draw";
import { circleRadius, distanceBetween } from "@/components/kit/map/fence-index";
import {
	type CircleGeofence,
	GEOFENCE_LIMITS,
	type Geofence,
	type PolygonGeofence,
	type Position,
} from "@/lib/rules/geofences/geofence";
import { checkFence, circleOf, sameName } from "./fence-text";

/** Decimals that the drawing library takes; a tenth of a millimetre. */
export const PRECISION = 9;
const round = (degrees: number) => Number(degrees.toFixed(PRECISION));

/** What of a circle is held while it is dragged: all of it, or a place on its rim. */
export type Grip = "centre" | "rim";

/** A circle's metres, as near to what was measured as the service takes them. */
const radiusFrom = (metres: number): number =>
	Math.max(GEOFENCE_LIMITS.minRadius, Math.min(GEOFENCE_LIMITS.maxRadius, Math.round(metres)));

/** Whether it is a circle, which has handles of its own on the map. */
export const isCircle = (fence: Geofence): fence is CircleGeofence => fence.geometry.type === "Point";

/** A circle whose centre, or a place on whose rim, was dragged to a position; it keeps its name, and a moved one its metres. */
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

/** Whether the drawing library can hold a fence: one ring, not across the antimeridian; others are edited as numbers. */
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

/** A polygon as the drawing library holds it; null for what it cannot hold. */
export function toDrawn(fence: Geofence): GeoJSONStoreFeatures | null {
	if (!canDrag(fence)) return null;
	const rings = fence.geometry.coordinates.map((ring) => ring.map((corner) => corner.map(round)));
	return { type: "Feature", properties: { mode: "polygon" }, geometry: { type: "Polygon", coordinates: rings } };
}

/** The fence that a drawn shape stands for, named as `before`, or the sentence that says why there is none. */
export function fromDrawn(drawn: GeoJSONStoreFeatures, before: Geofence | null): Geofence | string {
	if (drawn.geometry.type !== "Polygon") return "Only circles and polygons can be drawn.";
	const ring = (drawn.geometry.coordinates[0] ?? []) as Position[];
	if (drawn.properties.mode === "circle") {
		const longitudes = ring.map(([longitude]) => longitude);
		const latitudes = ring.map(([, latitude]) => latitude);
		const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
		const centre: Position = [middle(longitudes), middle(latitudes)];
		return circleOf(centre, radiusFrom(distanceBetween(centre, ring[0] ?? centre)), "");
	}
	const fence = checkFence({
		type: "Feature",
		properties: {},
		geometry: { type: "Polygon", coordinates: [ring.map(([x, y]) => [Number(x.toFixed(7)), Number(y.toFixed(7))])] },
	});
	return typeof fence === "string" || before === null ? fence : sameName(before, fence);
}

/** Metres of the circle that is being drawn. */
export const drawnMetres = (drawn: GeoJSONStoreFeatures): number | null =>
	typeof drawn.properties.radiusKilometers === "number" ? radiusFrom(drawn.properties.radiusKilometers * 1000) : null;
