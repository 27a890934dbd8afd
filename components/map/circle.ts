/** Mean radius of the earth in metres, as targeting files use it. */
const EARTH_RADIUS = 6_371_008.8;
const RADIANS = Math.PI / 180;

/**
 * A circle as a ring of `[longitude, latitude]`, true in metres on the ground at any latitude: each corner lies `radius`
 * metres from the centre along a great circle. Longitudes run on beyond 180 rather than jump, so that a circle across
 * the antimeridian stays in one piece.
 */
export function circleRing(longitude: number, latitude: number, radius: number, corners: number): [number, number][] {
	const distance = radius / EARTH_RADIUS;
	const sinLatitude = Math.sin(latitude * RADIANS);
	const cosLatitude = Math.cos(latitude * RADIANS);
	const sinDistance = Math.sin(distance);
	const cosDistance = Math.cos(distance);
	const ring: [number, number][] = [];
	for (let corner = 0; corner < corners; corner += 1) {
		const bearing = (-2 * Math.PI * corner) / corners;
		const sine = sinLatitude * cosDistance + cosLatitude * sinDistance * Math.cos(bearing);
		const east = Math.atan2(Math.sin(bearing) * sinDistance * cosLatitude, cosDistance - sinLatitude * sine);
		ring.push([longitude + east / RADIANS, Math.asin(Math.max(-1, Math.min(1, sine))) / RADIANS]);
	}
	const first = ring[0];
	if (first !== undefined) ring.push([first[0], first[1]]);
	return ring;
}
