import { EARTH_RADIUS } from "./distance";

const RADIANS = Math.PI / 180;

/**
 * Gives the place so many meters from a center along a great circle, by its bearing in radians
 * clockwise from north. Longitudes run on beyond 180 rather than jump, so that a circle across the
 * antimeridian stays in one piece.
 */
export function placesAround(
	longitude: number,
	latitude: number,
	meters: number,
): (bearing: number) => [longitude: number, latitude: number] {
	const distance = meters / EARTH_RADIUS;
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
 * A circle as a ring of `[longitude, latitude]`, anticlockwise, true in meters on the ground at any
 * latitude.
 */
export function circleRing(longitude: number, latitude: number, radius: number, corners: number): [number, number][] {
	const placeAt = placesAround(longitude, latitude, radius);
	const pole = poleWithin(latitude, radius);
	if (pole !== null) return ringOverPole(longitude, pole, corners, placeAt);
	const ring: [number, number][] = [];
	for (let corner = 0; corner < corners; corner += 1) ring.push(placeAt((-2 * Math.PI * corner) / corners));
	const first = ring[0];
	if (first !== undefined) ring.push([first[0], first[1]]);
	return ring;
}

function poleWithin(latitude: number, radius: number): 90 | -90 | null {
	const reach = radius / EARTH_RADIUS / RADIANS;
	if (latitude + reach > 90) return 90;
	return latitude - reach < -90 ? -90 : null;
}

/**
 * The rim of a circle over a pole goes round the world once, and the area reaches up to the pole.
 */
function ringOverPole(
	longitude: number,
	pole: 90 | -90,
	corners: number,
	placeAt: (bearing: number) => [longitude: number, latitude: number],
): [number, number][] {
	const [west, east] = [longitude - 180, longitude + 180];
	const start = pole === 90 ? 0 : Math.PI;
	const turn = pole === 90 ? -1 : 1;
	const rim = Array.from({ length: corners + 1 }, (_, corner): [number, number] => {
		const [at, latitude] = placeAt(start + (turn * 2 * Math.PI * corner) / corners);
		if (corner === 0) return [west, latitude];
		return [corner === corners ? east : at, latitude];
	});
	const [first] = rim as [[number, number]];
	const ring: [number, number][] = [...rim, [east, pole], [west, pole], [first[0], first[1]]];
	return pole === 90 ? ring : ring.reverse();
}
