import type { Bounds, Geofence, Ring } from "./geofence";

const EARTH_RADIUS = 6_371_008.8;
const DEGREES = 180 / Math.PI;

/** Bounding box in degrees for map views; all longitudes across the antimeridian or a pole. */
export function boundsOf(geofence: Geofence): Bounds {
	const { geometry } = geofence;
	switch (geometry.type) {
		case "Point":
			return circleBounds(geometry.coordinates, (geofence.properties as { radius: number }).radius);
		case "Polygon":
			return ringsBounds([geometry.coordinates]);
		case "MultiPolygon":
			return ringsBounds(geometry.coordinates);
	}
}

/** The smallest bounds that contain both; undefined is the empty bounds. */
export function uniteBounds(a: Bounds | undefined, b: Bounds): Bounds {
	if (a === undefined) return b;
	return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

function circleBounds([longitude, latitude]: readonly [number, number], radius: number): Bounds {
	const angle = radius / EARTH_RADIUS;
	const south = latitude - angle * DEGREES;
	const north = latitude + angle * DEGREES;
	// The widest point of a circle lies poleward of its center, hence the arc sine.
	const ratio = Math.sin(angle) / Math.cos(latitude / DEGREES);
	const half = ratio < 1 ? Math.asin(ratio) * DEGREES : 180;
	const [west, east] = [longitude - half, longitude + half];
	if (south < -90 || north > 90 || west < -180 || east > 180) {
		return [-180, Math.max(south, -90), 180, Math.min(north, 90)];
	}
	return [west, south, east, north];
}

/** Outlines only: holes lie within them. */
function ringsBounds(polygons: readonly Ring[][]): Bounds {
	const bounds: Bounds = [180, 90, -180, -90];
	for (const polygon of polygons) {
		let before: number | undefined;
		for (const [longitude, latitude] of polygon[0] as Ring) {
			// The shorter way between the two positions crosses the antimeridian.
			if (before !== undefined && Math.abs(longitude - before) > 180) [bounds[0], bounds[2]] = [-180, 180];
			before = longitude;
			if (longitude < bounds[0]) bounds[0] = longitude;
			if (latitude < bounds[1]) bounds[1] = latitude;
			if (longitude > bounds[2]) bounds[2] = longitude;
			if (latitude > bounds[3]) bounds[3] = latitude;
		}
	}
	return bounds;
}
