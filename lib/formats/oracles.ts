import { EARTH_RADIUS } from "@/lib/formats/sphere";

/** Independent oracles for differential tests: they share no arithmetic with the filter. */

const RADIANS = Math.PI / 180;

/** Great-circle distance in meters, by the haversine formula. */
export function haversine(latitude1: number, longitude1: number, latitude2: number, longitude2: number): number {
	const sinLatitude = Math.sin(((latitude2 - latitude1) * RADIANS) / 2);
	const sinLongitude = Math.sin(((longitude2 - longitude1) * RADIANS) / 2);
	const cosines = Math.cos(latitude1 * RADIANS) * Math.cos(latitude2 * RADIANS);
	return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(sinLatitude ** 2 + cosines * sinLongitude ** 2)));
}

/** The point at `distance` meters from a position in the direction `bearing` (degrees). */
export function destination(latitude: number, longitude: number, distance: number, bearing: number) {
	const angle = distance / EARTH_RADIUS;
	const phi = latitude * RADIANS;
	const theta = bearing * RADIANS;
	const sine = Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(theta);
	const phi2 = Math.asin(Math.max(-1, Math.min(1, sine)));
	const y = Math.sin(theta) * Math.sin(angle) * Math.cos(phi);
	const lambda = longitude + Math.atan2(y, Math.cos(angle) - Math.sin(phi) * sine) / RADIANS;
	return { latitude: phi2 / RADIANS, longitude: wrapLongitude(lambda) };
}

/** Reduces a longitude to the range from -180 to 180. */
export function wrapLongitude(longitude: number): number {
	if (longitude >= -180 && longitude <= 180) return longitude;
	return ((((longitude + 180) % 360) + 360) % 360) - 180;
}

/** A closed star around a center, simple for any radii (degrees). */
export function starRing(longitude: number, latitude: number, radii: number[]): [number, number][] {
	const ring = radii.map((radius, i): [number, number] => {
		const angle = (i / radii.length) * 2 * Math.PI;
		return [longitude + radius * Math.cos(angle), latitude + radius * Math.sin(angle)];
	});
	return [...ring, ring[0] as [number, number]];
}

/** A small deterministic generator of numbers from 0 to 1 (mulberry32). */
export function generator(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
