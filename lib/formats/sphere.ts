import type { Box } from "@/lib/formats/box";
import { cosDegrees, sinAcute, sinDegrees } from "@/lib/formats/trigonometry";

/**
 * Circles on a sphere. A circle is kept as the unit vector of its centre and the squared chord that its radius spans, so
 * that a lookup costs three multiplications instead of a haversine.
 */

/** Mean Earth radius in metres (IUGG); stated in every file, since an ellipsoid differs by up to 0.56 %. */
export const EARTH_RADIUS = 6_371_008.8;

const DEGREES = 180 / Math.PI;

/** Boxes are made larger by this much (a millimetre), more than any rounding on the way to them. */
const BOX_MARGIN = 1e-8;

/** Writes the unit vector of a position (degrees) into `target` from `offset`. */
export function writeUnitVector(latitude: number, longitude: number, target: Float64Array, offset: number): void {
	const cosLatitude = cosDegrees(latitude);
	target[offset] = cosLatitude * cosDegrees(longitude);
	target[offset + 1] = cosLatitude * sinDegrees(longitude);
	target[offset + 2] = sinDegrees(latitude);
}

/** The squared chord (on the unit sphere) between a circle's centre and its rim; `radius` in metres. */
export function squaredChord(radius: number): number {
	const angle = radius / EARTH_RADIUS;
	// Half the way round reaches every point; above 4, so that rounding cannot leave out the antipode.
	if (angle >= Math.PI) return 5;
	const half = sinAcute(angle / 2);
	return 4 * half * half;
}

/**
 * Boxes that contain a circle: one, or two where it crosses the antimeridian. The half-width in longitude is
 * asin(sin d / cos latitude): the widest point lies poleward of the centre. A circle over a pole spans all longitudes.
 */
export function circleBoxes(latitude: number, longitude: number, radius: number): Box[] {
	const angle = radius / EARTH_RADIUS;
	const span = angle * DEGREES + BOX_MARGIN;
	const south = Math.max(latitude - span, -90);
	const north = Math.min(latitude + span, 90);
	// Near the antipode the chord hardly changes with the distance: such a circle is indexed as the whole world.
	if (angle > 3) return [{ west: -180, south: -90, east: 180, north: 90 }];
	const ratio = sinDegrees(angle * DEGREES) / cosDegrees(latitude);
	// asin is too steep just below 1 for its rounding to stay within the margin.
	if (north === 90 || south === -90 || !(ratio < 1 - 1e-9)) return [{ west: -180, south, east: 180, north }];
	const halfWidth = Math.asin(ratio) * DEGREES + BOX_MARGIN;
	const west = longitude - halfWidth;
	const east = longitude + halfWidth;
	if (west < -180) {
		return [
			{ west: -180, south, east, north },
			{ west: west + 360, south, east: 180, north },
		];
	}
	// At exactly 180 the neighbour on the other side is the same meridian, and lookups there use -180.
	if (east >= 180) {
		return [
			{ west, south, east: 180, north },
			{ west: -180, south, east: east - 360, north },
		];
	}
	return [{ west, south, east, north }];
}
