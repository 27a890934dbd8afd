import { ClipperOffset, EndType, JoinType, type Paths64 } from "clipper2-ts";
import { placesAround } from "@/components/kit/map/circle";
import { distanceBetween, EARTH_RADIUS } from "@/components/kit/map/distance";
import { boxOfFence } from "@/components/kit/map/fence-index";
import { distanceInWords } from "@/components/kit/map/fence-words";
import { isCircle, polygonsOf } from "@/lib/rules/geofences/covers";
import { divideEdges } from "@/lib/rules/geofences/divide-edges";
import { GEOFENCE_LIMITS, type Geofence, type Position } from "@/lib/rules/geofences/geofence";
import { runningRings } from "@/lib/rules/geofences/running-rings";
import { coveredBy, type Grid, polygonsFrom } from "./clip";
import { polygonFence } from "./polygon-fence";

const RADIANS = Math.PI / 180;
/**
 * From the middle of a polygon, in meters: up to here the projection stretches by no more than
 * 0.4%.
 */
const REACH = 1_000_000;
const MILLIMETERS = 1_000;
/** How far an edge may be off the straight line in degrees, in meters. */
const OFF = 0.5;
const PIECES_AT_MOST = 512;
/** The share of the distance by which a round corner may be off. */
const ROUNDNESS = 0.004;
const LAST_LATITUDE = 89;

/** Millimeters around a middle, by true distance and bearing from there. */
function around([longitude, latitude]: Position): Grid {
	const [sin, cos] = [Math.sin(latitude * RADIANS), Math.cos(latitude * RADIANS)];
	return {
		to: ([x, y]) => {
			const meters = distanceBetween([longitude, latitude], [x, y]);
			const turn = (x - longitude) * RADIANS;
			const [sinY, cosY] = [Math.sin(y * RADIANS), Math.cos(y * RADIANS)];
			const bearing = Math.atan2(Math.sin(turn) * cosY, cos * sinY - sin * cosY * Math.cos(turn));
			const reach = meters * MILLIMETERS;
			return { x: Math.round(reach * Math.sin(bearing)), y: Math.round(reach * Math.cos(bearing)) };
		},
		from: (x, y) => placesAround(longitude, latitude, Math.hypot(x, y) / MILLIMETERS)(Math.atan2(x, y)),
	};
}

/** How often an edge is divided, as it is straight in degrees and bent on the ground. */
function piecesOf([x0, y0]: Readonly<Position>, [x1, y1]: Readonly<Position>): number {
	const latitude = Math.min(LAST_LATITUDE, Math.max(Math.abs(y0), Math.abs(y1))) * RADIANS;
	const width = Math.abs(x1 - x0) * RADIANS * Math.cos(latitude) * EARTH_RADIUS;
	const bend = (width * width * Math.tan(latitude)) / (8 * EARTH_RADIUS);
	return Math.min(PIECES_AT_MOST, Math.max(1, Math.ceil(Math.sqrt(bend / OFF))));
}

/**
 * A geofence grown by meters on the ground: a circle gets a larger radius, a polygon round corners.
 * Gives a sentence when it cannot grow so far.
 */
export function buffered(fence: Geofence, meters: number): Geofence | string {
	if (isCircle(fence)) {
		const radius = fence.properties.radius + meters;
		if (radius > GEOFENCE_LIMITS.maxRadius)
			return `A circle would be larger than ${distanceInWords(GEOFENCE_LIMITS.maxRadius)}.`;
		return { ...fence, properties: { ...fence.properties, radius } };
	}
	const [west, south, east, north] = boxOfFence(fence);
	const middle: Position = [(west + east) / 2, (south + north) / 2];
	const rings = polygonsOf(fence).map(runningRings);
	const reach = Math.max(...rings.flat(2).map((corner) => distanceBetween(middle, corner))) + meters;
	if (reach > REACH) {
		return `A polygon would reach ${distanceInWords(reach)} from its middle: ${distanceInWords(REACH)} is the most.`;
	}
	const margin = meters / EARTH_RADIUS / RADIANS;
	if (north + margin > LAST_LATITUDE || south - margin < -LAST_LATITUDE)
		return "A polygon would come too near to a pole.";
	return polygonFence(grown(rings, around(middle), meters), fence);
}

function grown(polygons: Position[][][], grid: Grid, meters: number): Position[][][] {
	const paths: Paths64 = polygons.flatMap((polygon) =>
		coveredBy(
			polygon.map((ring) => divideEdges(ring, piecesOf)),
			grid,
		),
	);
	const offset = new ClipperOffset(2, Math.max(1, meters * MILLIMETERS * ROUNDNESS));
	offset.addPaths(paths, JoinType.Round, EndType.Polygon);
	const solution: Paths64 = [];
	offset.execute(meters * MILLIMETERS, solution);
	return polygonsFrom(solution, grid);
}
