import type { Box } from "@/lib/formats/box";
import { circleBoxes } from "@/lib/formats/sphere";
import { isCircle, partsOf, polygonsOf } from "./covers";
import type { Bounds, CircleGeofence, Geofence } from "./geofence";
import { runningRings } from "./running-rings";

/** Bounding box in degrees for map views; all longitudes across the antimeridian or a pole. */
export function boundsOf(geofence: Geofence): Bounds {
	return boxesOf(geofence).reduce<Bounds>(
		(bounds, { west, south, east, north }) => uniteBounds(bounds, [west, south, east, north]),
		[180, 90, -180, -90],
	);
}

/** Boxes of the parts of a geofence in a targeting file: none crosses the antimeridian. */
function boxesOf(geofence: Geofence): Box[] {
	if (!isCircle(geofence)) return partsOf(geofence).map(({ box }) => box);
	return boxesOfCircle(geofence);
}

/** The one or two boxes of a circle, cut at the antimeridian. */
function boxesOfCircle({ geometry, properties }: CircleGeofence): Box[] {
	const [longitude, latitude] = geometry.coordinates;
	return circleBoxes(latitude, longitude, properties.radius);
}

/**
 * Like `boundsOf`, but continuous across the antimeridian: east beyond 180, or west beyond -180.
 */
export function spanOf(geofence: Geofence): Bounds {
	if (isCircle(geofence)) {
		const [one, other] = boxesOfCircle(geofence) as [Box, Box?];
		if (other === undefined) return [one.west, one.south, one.east, one.north];
		// Of the two boxes one ends at 180, and the other begins there.
		const [west, east] = one.east === 180 ? [one, other] : [other, one];
		return [west.west, west.south, east.east + 360, west.north];
	}
	const span: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
	for (const ring of polygonsOf(geofence).flatMap(runningRings)) {
		for (const [longitude, latitude] of ring) {
			if (longitude < span[0]) span[0] = longitude;
			if (latitude < span[1]) span[1] = latitude;
			if (longitude > span[2]) span[2] = longitude;
			if (latitude > span[3]) span[3] = latitude;
		}
	}
	return span[2] - span[0] > 360 ? [-180, span[1], 180, span[3]] : span;
}

/** The smallest bounds that contain both; undefined is the empty bounds. */
export function uniteBounds(a: Bounds | undefined, b: Bounds): Bounds {
	if (a === undefined) return b;
	return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}
