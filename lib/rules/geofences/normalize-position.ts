import type { Position } from "./geofence";

/** Degrees by which rounding may pass a bound; such a coordinate is put on it. */
const BEYOND_BY_ROUNDING = 0.00001;

/** A single longitude may be counted from 0 to 360. */
const MAX_LONGITUDE = 360;
/** Those of a ring run on beyond 180 by no more than another turn either way. */
export const MAX_RING_LONGITUDE = 540;

/**
 * Reduces a position to longitude and latitude, or gives a reason that names `path`. Coordinates
 * that pass a bound by rounding are put on it. A longitude may still lie beyond 180: see
 * `wrapLongitude`.
 */
export function readPosition(value: unknown, path: string, maxLongitude: number): Position | string {
	if (!Array.isArray(value) || value.length < 2) return `${path} must be a position [longitude, latitude]`;
	const [longitude, latitude] = value as unknown[];
	if (typeof longitude !== "number" || typeof latitude !== "number") {
		return `${path} must hold longitude and latitude as numbers`;
	}
	const [x, y] = [onBound(longitude, 180), onBound(latitude, 90)];
	// Negated comparisons, so that NaN fails too.
	if (!(Math.abs(y) <= 90)) return `latitude must be from -90 to 90, and is ${latitude}`;
	if (!(Math.abs(x) <= maxLongitude)) {
		return `longitude must be from -180 to 180, or run on to ${maxLongitude} at most, and is ${longitude}`;
	}
	return [x, y];
}

/** Like `readPosition`, with the longitude from -180 to 180. */
export function normalizePosition(value: unknown, path: string): Position | string {
	const position = readPosition(value, path, MAX_LONGITUDE);
	return typeof position === "string" ? position : [wrapLongitude(position[0]), position[1]];
}

/** The same meridian from -180 to 180. */
export function wrapLongitude(longitude: number): number {
	if (longitude > 180) return longitude - 360;
	return longitude < -180 ? longitude + 360 : longitude;
}

function onBound(degrees: number, bound: number): number {
	const beyond = Math.abs(degrees) - bound;
	return beyond > 0 && beyond < BEYOND_BY_ROUNDING ? Math.sign(degrees) * bound : degrees;
}
