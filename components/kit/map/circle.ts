import { EARTH_RADIUS } from "./fence-index";

const RADIANS = Math.PI / 180;

/**
 * Gives the place so many metres from a center along a great circle, by its bearing in radians
 * clockwise from north. Longitudes run on beyond 180 rather than jump, so that a circle across the
 * antimeridian stays in one piece.
 */
export function placesAround(
	longitude: number,
	latitude: number,
	metres: number,
): (bearing: number) => [longitude: number, latitude: number] {
	const distance = metres / EARTH_RADIUS;
	const sinLatitude = Math.sin(latitude * RADIANS);
	const cosLatitude = Math.cos(latitude * RADIANS);
	const sinDistance = Math.sin(distance);
	const cosDistance = Math.cos(distance);
	return (bearing) => {
		const sine = sinLatitude * cosDistance + cosLatitude * sinDistance * Math.cos(bearing);
		const east = Math.atan2(Math.sin(bearing) * sinDistance * cosLatitude, cosDistance - sinLatitude * sine);
		return [longitude + east / RADIANS, Math.asin(Math.max(-1, Math.min(1, sine))) / RADIANS];
	};
}

/**
 * A circle as a ring of `[longitude, latitude]`, anticlockwise, true in metres on the ground at any
 * latitude.
 */
export function circleRing(longitude: number, latitude: number, radius: number, corners: number): [number, number][] {
	const placeAt = placesAround(longitude, latitude, radius);
	const ring: [number, number][] = [];
	for (let corner = 0; corner < corners; corner += 1) ring.push(placeAt((-2 * Math.PI * corner) / corners));
	const first = ring[0];
	if (first !== undefined) ring.push([first[0], first[1]]);
	return ring;
}
