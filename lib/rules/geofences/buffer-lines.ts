import { asObject } from "@/lib/rules/documents/as-object";
import { GEOFENCE_LIMITS, type Position, type Ring } from "./geofence";
import { MAX_RING_LONGITUDE, readPosition, wrapLongitude } from "./normalize-position";

const METERS_OF_DEGREE = (6_371_008.8 * Math.PI) / 180;
/** Degrees of a step, beyond which it is divided: the width of a degree changes along it. */
const LONGEST_STEP = 0.5;
/** Corners of half a circle. The ends lie around the circles, so that nothing of them is missing. */
const CORNERS = 8;
const AROUND = 1 / Math.cos(Math.PI / CORNERS / 2);
export const MOST_STEPS = Math.floor(GEOFENCE_LIMITS.positions / (2 * CORNERS + 3));
/** Degrees of latitude that a buffer reaches at most: at a pole it has no width. */
const MAX_LATITUDE = 89;
const MAX_DEPTH = 10;

/**
 * A geometry with an area of so many meters around each of its lines: a MultiPolygon, whose parts
 * surround the steps of a line and overlap. Other geometries stay as they are.
 * @returns the geometry (any parsed JSON), or the reason why a line cannot be buffered
 */
export function bufferLines(geometry: unknown, meters: number, depth = 0): unknown {
	const { type, coordinates, geometries } = asObject(geometry) ?? {};
	if (type === "GeometryCollection" && Array.isArray(geometries) && depth < MAX_DEPTH) {
		const parts = (geometries as unknown[]).map((part) => bufferLines(part, meters, depth + 1));
		return parts.find((part) => typeof part === "string") ?? { type, geometries: parts };
	}
	if (type !== "LineString" && type !== "MultiLineString") return geometry;
	const polygons: Ring[][] = [];
	for (const line of type === "LineString" ? [coordinates] : Array.isArray(coordinates) ? coordinates : [undefined]) {
		const reason = bufferLine(line, meters, polygons);
		if (reason !== undefined) return reason;
	}
	return polygons.length === 0 ? "geometry has no line" : { type: "MultiPolygon", coordinates: polygons };
}

/** Adds the areas of a line to `polygons`; gives the reason where it cannot. */
function bufferLine(line: unknown, meters: number, polygons: Ring[][]): string | undefined {
	if (!Array.isArray(line) || line.length < 2) return "geometry must hold at least two positions of a line";
	let from: Position | undefined;
	for (const value of line as unknown[]) {
		const position = readPosition(value, "a position of a line", MAX_RING_LONGITUDE);
		if (typeof position === "string") return position;
		if (Math.abs(position[1]) + meters / METERS_OF_DEGREE > MAX_LATITUDE) {
			return `a buffer must not reach beyond latitude ${MAX_LATITUDE}`;
		}
		if (from !== undefined) {
			// As of rings, a step of more than 180° is the short way.
			const to: Position = [from[0] + wrapLongitude((position[0] - from[0]) % 360), position[1]];
			for (const [start, end] of partsOf(from, to)) {
				polygons.push([around(start, end, meters)]);
				if (polygons.length > MOST_STEPS) {
					return `a line with a buffer may have at most ${MOST_STEPS.toLocaleString("en-US")} steps: simplify it`;
				}
			}
		}
		from = position;
	}
	return undefined;
}

/** A step in parts, each beginning from -180 to 180 degrees. */
function* partsOf([x, y]: Position, [toX, toY]: Position): Generator<[Position, Position]> {
	const count = Math.max(1, Math.ceil(Math.max(Math.abs(toX - x), Math.abs(toY - y)) / LONGEST_STEP));
	const [stepX, stepY] = [(toX - x) / count, (toY - y) / count];
	for (let part = 0; part < count; part += 1) {
		const startX = wrapLongitude((x + part * stepX) % 360);
		const startY = y + part * stepY;
		yield [
			[startX, startY],
			[startX + stepX, startY + stepY],
		];
	}
}

/** The area around a straight step: two half circles and the area between them. */
function around(start: Position, end: Position, meters: number): Ring {
	const east = Math.cos((((start[1] + end[1]) / 2) * Math.PI) / 180);
	const heading = Math.atan2(end[1] - start[1], (end[0] - start[0]) * east);
	const ring: Ring = [];
	for (const [[x, y], first] of [
		[end, heading - Math.PI / 2],
		[start, heading + Math.PI / 2],
	] as const) {
		const degrees = (meters * AROUND) / METERS_OF_DEGREE;
		for (let corner = 0; corner <= CORNERS; corner += 1) {
			const angle = first + (corner * Math.PI) / CORNERS;
			const width = Math.cos((y * Math.PI) / 180);
			ring.push([x + (degrees * Math.cos(angle)) / width, y + degrees * Math.sin(angle)]);
		}
	}
	ring.push([...(ring[0] as Position)]);
	return ring;
}
