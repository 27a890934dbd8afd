import type { GeoJSONStoreFeatures } from "terra-draw";
import { circleRing } from "@/components/map/circle";
import { circleRadius, distanceBetween } from "@/components/map/fence-index";
import { GEOFENCE_LIMITS, type Geofence, type Position } from "@/lib/geofences/geofence";
import { checkFence, circleOf, sameName } from "./fence-text";

/** Corners of the ring that stands for a circle while it is dragged. */
const HANDLES = 16;
/** Decimals that the drawing library takes; a tenth of a millimetre. */
export const PRECISION = 9;
const round = (degrees: number) => Number(degrees.toFixed(PRECISION));

/** Whether a fence can be dragged on the map: one ring, not across the antimeridian; others are edited as numbers. */
export function canDrag(fence: Geofence): boolean {
	if (fence.geometry.type === "Point") return Math.abs(fence.geometry.coordinates[0]) < 179;
	const [ring] = fence.geometry.type === "Polygon" ? fence.geometry.coordinates : [];
	if (fence.geometry.type !== "Polygon" || fence.geometry.coordinates.length !== 1 || ring === undefined) return false;
	return (
		ring.length <= 500 && ring.every(([longitude], at) => Math.abs(longitude - (ring[at - 1]?.[0] ?? longitude)) < 180)
	);
}

/** A fence as the drawing library holds it. */
export function toDrawn(fence: Geofence): GeoJSONStoreFeatures | null {
	if (!canDrag(fence)) return null;
	if (fence.geometry.type === "Point") {
		const [longitude, latitude] = fence.geometry.coordinates;
		const radius = circleRadius(fence);
		const ring = circleRing(longitude, latitude, radius, HANDLES).map((corner) => corner.map(round));
		return {
			type: "Feature",
			properties: { mode: "circle", radiusKilometers: radius / 1000 },
			geometry: { type: "Polygon", coordinates: [ring] },
		};
	}
	const rings = (fence.geometry.coordinates as Position[][]).map((ring) => ring.map((corner) => corner.map(round)));
	return { type: "Feature", properties: { mode: "polygon" }, geometry: { type: "Polygon", coordinates: rings } };
}

/**
 * The fence that a drawn shape stands for, named as `before`, or the sentence that says why there is none. A circle that
 * was moved as a whole keeps its radius to the metre.
 */
export function fromDrawn(drawn: GeoJSONStoreFeatures, before: Geofence | null, moved: boolean): Geofence | string {
	if (drawn.geometry.type !== "Polygon") return "Only circles and polygons can be drawn.";
	const ring = (drawn.geometry.coordinates[0] ?? []) as Position[];
	let fence: Geofence | string;
	if (drawn.properties.mode === "circle") {
		const longitudes = ring.map(([longitude]) => longitude);
		const latitudes = ring.map(([, latitude]) => latitude);
		const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
		const centre: Position = [middle(longitudes), middle(latitudes)];
		const measured = Math.round(distanceBetween(centre, ring[0] ?? centre));
		const { minRadius, maxRadius } = GEOFENCE_LIMITS;
		const radius = moved && before !== null ? circleRadius(before) : Math.max(minRadius, Math.min(maxRadius, measured));
		fence = circleOf(centre, radius, "");
	} else {
		fence = checkFence({
			type: "Feature",
			properties: {},
			geometry: { type: "Polygon", coordinates: [ring.map(([x, y]) => [Number(x.toFixed(7)), Number(y.toFixed(7))])] },
		});
	}
	return typeof fence === "string" || before === null ? fence : sameName(before, fence);
}
