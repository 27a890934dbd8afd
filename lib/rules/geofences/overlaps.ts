import { squaredChord, writeUnitVector } from "@/lib/formats/sphere";
import { covers, isCircle, polygonsOf } from "./covers";
import type { CircleGeofence, Geofence, MultiPolygonGeofence, PolygonGeofence, Position } from "./geofence";
import { runningRings } from "./running-rings";

type Polygons = PolygonGeofence | MultiPolygonGeofence;
type Edge = readonly [from: Position, to: Position];

/**
 * Whether two geofences share a position. Edges are straight lines in degrees, as in targeting
 * files; touching geofences count as sharing a position.
 */
export function overlaps(one: Geofence, other: Geofence): boolean {
	if (isCircle(one)) return isCircle(other) ? circlesOverlap(one, other) : circleOverlaps(one, other);
	return isCircle(other) ? circleOverlaps(other, one) : polygonsOverlap(one, other);
}

const squaredDistance = (a: Float64Array, b: Float64Array): number =>
	(at(a, 0) - at(b, 0)) ** 2 + (at(a, 1) - at(b, 1)) ** 2 + (at(a, 2) - at(b, 2)) ** 2;
const at = (vector: Float64Array, index: number): number => vector[index] ?? 0;

function unitVector([longitude, latitude]: Position): Float64Array {
	const vector = new Float64Array(3);
	writeUnitVector(latitude, longitude, vector, 0);
	return vector;
}

function circlesOverlap(one: CircleGeofence, other: CircleGeofence): boolean {
	const apart = squaredDistance(unitVector(one.geometry.coordinates), unitVector(other.geometry.coordinates));
	return apart <= squaredChord(one.properties.radius + other.properties.radius);
}

/** Meters of a degree of latitude, rounded down. */
const METERS_PER_DEGREE = 111_000;
/** Degrees of a piece of an edge: its chord and the line in degrees are less than a meter apart. */
const PIECE = 0.05;

function circleOverlaps(circle: CircleGeofence, polygons: Polygons): boolean {
	const [longitude, latitude] = circle.geometry.coordinates;
	if (covers(polygons, latitude, longitude)) return true;
	// Then its rim crosses an edge, or lies within a radius of one.
	const center = unitVector(circle.geometry.coordinates);
	const { radius } = circle.properties;
	const limit = squaredChord(radius);
	const reach = radius / METERS_PER_DEGREE;
	for (const [from, to] of keptEdges(polygons).all) {
		const [low, high] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])];
		if (low - reach > latitude || high + reach < latitude) continue;
		if (squaredDistanceToEdge(center, from, to) <= limit) return true;
	}
	return false;
}

function squaredDistanceToEdge(center: Float64Array, from: Position, to: Position): number {
	const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
	const pieces = Math.max(1, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / PIECE));
	let nearest = Number.POSITIVE_INFINITY;
	let before = unitVector(from);
	for (let piece = 1; piece <= pieces; piece += 1) {
		const share = piece / pieces;
		const after = unitVector([from[0] + dx * share, from[1] + dy * share]);
		nearest = Math.min(nearest, squaredDistanceToChord(center, before, after));
		before = after;
	}
	return nearest;
}

function squaredDistanceToChord(point: Float64Array, from: Float64Array, to: Float64Array): number {
	const length = squaredDistance(from, to);
	let along = 0;
	for (let axis = 0; axis < 3; axis += 1) {
		along += (at(point, axis) - at(from, axis)) * (at(to, axis) - at(from, axis));
	}
	const share = length === 0 ? 0 : Math.min(1, Math.max(0, along / length));
	const nearest = Float64Array.from(
		{ length: 3 },
		(_, axis) => at(from, axis) + share * (at(to, axis) - at(from, axis)),
	);
	return squaredDistance(point, nearest);
}

/** All edges with running longitudes: none jumps across the antimeridian. */
function* edgesOf(polygons: Polygons): Generator<Edge> {
	for (const rings of polygonsOf(polygons)) {
		for (const ring of runningRings(rings)) {
			for (let index = 1; index < ring.length; index += 1) {
				const [from, to] = [ring[index - 1], ring[index]];
				if (from !== undefined && to !== undefined) yield [from, to];
			}
		}
	}
}

function polygonsOverlap(one: Polygons, other: Polygons): boolean {
	// Without a crossing one lies within the other, with every position of each of its rings.
	if (anyVertexWithin(one, other) || anyVertexWithin(other, one)) return true;
	const edges = keptEdges(one);
	const others = keptEdges(other);
	return [-360, 0, 360].some((turn) => anyCrossing(edges, others, turn));
}

interface Edges {
	readonly all: readonly Edge[];
	readonly extent: Extent;
}

/** A geofence is compared with many places, one after the other. */
const kept = new WeakMap<Polygons, Edges>();

function keptEdges(polygons: Polygons): Edges {
	const known = kept.get(polygons);
	if (known !== undefined) return known;
	const all = [...edgesOf(polygons)];
	const edges = { all, extent: extentOf(all) };
	kept.set(polygons, edges);
	return edges;
}

const anyVertexWithin = (one: Polygons, other: Polygons): boolean =>
	polygonsOf(one).some((rings) => rings.some(([first]) => first !== undefined && covers(other, first[1], first[0])));

/** Compares the edges within the box that both extents share: of a large outline mostly few. */
function anyCrossing(edges: Edges, others: Edges, turn: number): boolean {
	const [west, south, east, north] = others.extent;
	const shared: Extent = [
		Math.max(edges.extent[0], west + turn),
		Math.max(edges.extent[1], south),
		Math.min(edges.extent[2], east + turn),
		Math.min(edges.extent[3], north),
	];
	if (shared[0] > shared[2] || shared[1] > shared[3]) return false;
	const near = within(edges.all, shared);
	if (near.length === 0) return false;
	const unmoved: Extent = [shared[0] - turn, shared[1], shared[2] - turn, shared[3]];
	const nearOthers = within(others.all, unmoved).map(
		([from, to]): Edge => [
			[from[0] + turn, from[1]],
			[to[0] + turn, to[1]],
		],
	);
	return near.some((edge) => nearOthers.some((another) => cross(edge, another)));
}

type Extent = readonly [west: number, south: number, east: number, north: number];

function extentOf(edges: readonly Edge[]): Extent {
	let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
	for (const edge of edges) {
		for (const [longitude, latitude] of edge) {
			west = Math.min(west, longitude);
			east = Math.max(east, longitude);
			south = Math.min(south, latitude);
			north = Math.max(north, latitude);
		}
	}
	return [west, south, east, north];
}

const within = (edges: readonly Edge[], [west, south, east, north]: Extent): Edge[] =>
	edges.filter(
		([from, to]) =>
			Math.max(from[0], to[0]) >= west &&
			Math.min(from[0], to[0]) <= east &&
			Math.max(from[1], to[1]) >= south &&
			Math.min(from[1], to[1]) <= north,
	);

function cross([a, b]: Edge, [c, d]: Edge): boolean {
	const [one, two] = [side(a, b, c), side(a, b, d)];
	const [three, four] = [side(c, d, a), side(c, d, b)];
	if (one * two < 0 && three * four < 0) return true;
	return (
		(one === 0 && between(a, b, c)) ||
		(two === 0 && between(a, b, d)) ||
		(three === 0 && between(c, d, a)) ||
		(four === 0 && between(c, d, b))
	);
}

/** Positive where `point` lies left of the line. */
const side = (from: Position, to: Position, point: Position): number =>
	(to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0]);

const between = (from: Position, to: Position, point: Position): boolean =>
	Math.min(from[0], to[0]) <= point[0] &&
	point[0] <= Math.max(from[0], to[0]) &&
	Math.min(from[1], to[1]) <= point[1] &&
	point[1] <= Math.max(from[1], to[1]);
