import { lookupLatitude, lookupLongitude } from "@/lib/formats/place";
import { type PackedPart, type PolygonPart, partContains, toPolygonParts } from "@/lib/formats/polygon-parts";
import { squaredChord, writeUnitVector } from "@/lib/formats/sphere";
import type { CircleGeofence, Geofence, MultiPolygonGeofence, PolygonGeofence, Ring } from "./geofence";

export type { PackedPart, PolygonPart } from "@/lib/formats/polygon-parts";

export const isCircle = (geofence: Geofence): geofence is CircleGeofence => geofence.geometry.type === "Point";

/** The polygons of a geofence, each with its rings; none of a circle. */
export function polygonsOf({ geometry }: Geofence): readonly Ring[][] {
	if (geometry.type === "Point") return [];
	return geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
}

/** The parts of a polygon or multipolygon in a targeting file; see `toPolygonParts`. */
export const partsOf = (geofence: PolygonGeofence | MultiPolygonGeofence): PolygonPart[] =>
	polygonsOf(geofence).flatMap(toPolygonParts);

/**
 * Whether a geofence covers a position (degrees), by the parts and the arithmetic of targeting
 * files: the answer of a file that is built from it.
 * @param parts `partsOf` the geofence, where the caller keeps them
 */
export function covers(
	geofence: Geofence,
	latitude: number,
	longitude: number,
	parts: readonly PackedPart[] | null = null,
): boolean {
	const x = lookupLongitude(longitude);
	const y = lookupLatitude(latitude);
	if (!isCircle(geofence)) {
		const known = parts ?? partsOf(geofence);
		return known.some((part) => partContains(part, x, y));
	}
	const vectors = new Float64Array(6);
	writeUnitVector(geofence.geometry.coordinates[1], geofence.geometry.coordinates[0], vectors, 0);
	writeUnitVector(y, x, vectors, 3);
	const [cx = 0, cy = 0, cz = 0, px = 0, py = 0, pz = 0] = vectors;
	const [dx, dy, dz] = [px - cx, py - cy, pz - cz];
	return dx * dx + dy * dy + dz * dz <= squaredChord(geofence.properties.radius);
}

/** Degrees of latitude by which a circle may seem to end before its rim, by rounding. */
const LATITUDE_MARGIN = 1e-6;
/** Meters of a degree of latitude, rounded down. */
const METERS_PER_DEGREE = 111_000;

/**
 * Whether a geofence comes to a latitude at all: excludes most of them without trigonometry, and
 * never one that covers a position there.
 */
export function reachesLatitude(geofence: Geofence, latitude: number): boolean {
	if (isCircle(geofence)) {
		const reach = geofence.properties.radius / METERS_PER_DEGREE + LATITUDE_MARGIN;
		return Math.abs(geofence.geometry.coordinates[1] - latitude) <= reach;
	}
	let [below, above] = [false, false];
	for (const rings of polygonsOf(geofence)) {
		// Holes too: their area beyond the outline is inside.
		for (const ring of rings) {
			for (const [, at] of ring) {
				below ||= at <= latitude;
				above ||= at >= latitude;
			}
			if (below && above) return true;
		}
	}
	return false;
}
