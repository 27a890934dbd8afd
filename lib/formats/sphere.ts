import type { Box } from "@/lib/formats/box";
import { cosDegrees, sinAcute, sinDegrees } from "@/lib/formats/trigonometry";

/**
 * Circles on a sphere, stored as the unit vector of the center and the squared chord of the radius,
 * so that a lookup costs three multiplications instead of a haversine.
 */

/** Mean Earth radius in meters (IUGG); an ellipsoid differs by up to 0.56%. */
export const EARTH_RADIUS = 6_371_008.8;

const DEGREES = 180 / Math.PI;

/** Boxes are enlarged by this margin (a millimeter), more than any rounding error. */
const BOX_MARGIN = 1e-8;

/** Writes the unit vector of a position (degrees) into `target` from `offset`. */
export function writeUnitVector(latitude: number, longitude: number, target: Float64Array, offset: number): void {
	const cosLatitude = cosDegrees(latitude);
	target[offset] = cosLatitude * cosDegrees(longitude);
	target[offset + 1] = cosLatitude * sinDegrees(longitude);
	target[offset + 2] = sinDegrees(latitude);
}

/** Squared chord (on the unit sphere) between a circle's center and its rim; `radius` in meters. */
export function squaredChord(radius: number): number {
	const angle = radius / EARTH_RADIUS;
	// Half the circumference reaches every point; 5 > 4 protects the antipode from rounding.
	if (angle >= Math.PI) return 5;
	const half = sinAcute(angle / 2);
	return 4 * half * half;
}

/**
 * The squared chord from a point (unit vector) to a circle's center minus that to its rim: at most
 * zero for the points that the circle contains.
 */
export function beyondCircle(circles: Float64Array, circle: number, points: Float64Array, point: number): number {
	const dx = (points[point] as number) - (circles[circle] as number);
	const dy = (points[point + 1] as number) - (circles[circle + 1] as number);
	const dz = (points[point + 2] as number) - (circles[circle + 2] as number);
	return dx * dx + dy * dy + dz * dz - (circles[circle + 3] as number);
}

/**
 * The one or two boxes (across the antimeridian) of a circle. The half-width in longitude is
 * asin(sin d / cos latitude): the widest point lies poleward of the center. A circle over a pole
 * spans all longitudes.
 */
export function circleBoxes(latitude: number, longitude: number, radius: number): Box[] {
	const angle = radius / EARTH_RADIUS;
	const span = angle * DEGREES + BOX_MARGIN;
	const south = Math.max(latitude - span, -90);
	const north = Math.min(latitude + span, 90);
	// Near the antipode chords hardly change with distance: use the whole world.
	if (angle > 3) return [{ west: -180, south: -90, east: 180, north: 90 }];
	const ratio = sinDegrees(angle * DEGREES) / cosDegrees(latitude);
	// Just below 1, the rounding error of asin exceeds the margin.
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
	// Longitude 180 is looked up as -180, so a box that ends at 180 needs one there too.
	if (east >= 180) {
		return [
			{ west, south, east: 180, north },
			{ west: -180, south, east: east - 360, north },
		];
	}
	return [{ west, south, east, north }];
}
