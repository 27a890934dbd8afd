import type { Paths64 } from "clipper2-ts";
import { circleRing } from "@/components/kit/map/circle";
import { isCircle, polygonsOf } from "@/lib/rules/geofences/covers";
import type { Geofence, Position } from "@/lib/rules/geofences/geofence";
import { extent, runningRings } from "@/lib/rules/geofences/running-rings";
import { coveredBy, type Grid, polygonsFrom } from "./clip";
import { polygonFence } from "./polygon-fence";

/** Corners of a circle that becomes part of a polygon: its area differs by less than 0.1%. */
export const CIRCLE_CORNERS = 96;
/** A ten-millionth of a degree, about a centimeter, as drafts keep it. */
const UNITS = 1e7;
const grid: Grid = {
	to: ([longitude, latitude]) => ({ x: Math.round(longitude * UNITS), y: Math.round(latitude * UNITS) }),
	from: (x, y) => [x / UNITS, y / UNITS],
};
const AROUND = "Together they go around the world or over a pole: they cannot become one polygon.";

/** The polygons of a geofence, with longitudes that run on. */
function ringsOf(fence: Geofence): Position[][][] {
	if (!isCircle(fence)) return polygonsOf(fence).map(runningRings);
	const [longitude, latitude] = fence.geometry.coordinates;
	// Corners beyond the rim, so that the polygon has the circle's area.
	const step = (2 * Math.PI) / CIRCLE_CORNERS;
	const radius = fence.properties.radius * Math.sqrt(step / Math.sin(step));
	return [[circleRing(longitude, latitude, radius, CIRCLE_CORNERS)]];
}

/**
 * One geofence that covers what any of them covers, with the details of the first. Edges are
 * straight in degrees, as for lookups; shapes across the antimeridian are joined across it. Gives a
 * sentence when it cannot be drawn.
 */
export function unionOf(fences: readonly Geofence[]): Geofence | string {
	const [first] = fences;
	if (first === undefined) return "Select geofences to join.";
	let middle: number | null = null;
	const paths: Paths64 = [];
	for (const polygon of fences.flatMap(ringsOf)) {
		const [west, east] = extent(polygon[0] ?? []);
		if (east - west >= 360) return AROUND;
		middle ??= (west + east) / 2;
		const turns = 360 * Math.round((middle - (west + east) / 2) / 360);
		const near = polygon.map((ring) => ring.map(([longitude, latitude]): Position => [longitude + turns, latitude]));
		paths.push(...coveredBy(near, grid));
	}
	const polygons = polygonsFrom(paths, grid);
	const [west, east] = extent(polygons.flatMap(([outline]) => outline ?? []));
	if (polygons.some(([outline]) => spans(outline ?? []) >= 180) || east - west >= 360) return AROUND;
	return polygonFence(polygons, first);
}

/** Degrees of the widest step of a ring; half a turn could be read the other way round. */
const spans = (ring: readonly Position[]): number =>
	ring.reduce((widest, [longitude], at) => Math.max(widest, Math.abs(longitude - (ring[at - 1]?.[0] ?? longitude))), 0);
