import type { Position } from "./geofence";

/** Reduces a position to longitude and latitude, or gives a reason that names `path`. */
export function normalizePosition(value: unknown, path: string): Position | string {
	if (!Array.isArray(value) || value.length < 2) return `${path} must be a position [longitude, latitude]`;
	const [longitude, latitude] = value as unknown[];
	if (typeof longitude !== "number" || typeof latitude !== "number") {
		return `${path} must hold longitude and latitude as numbers`;
	}
	// Negated comparison, so that NaN fails too.
	if (!(longitude >= -180 && longitude <= 180)) return `longitude must be from -180 to 180, and is ${longitude}`;
	if (!(latitude >= -90 && latitude <= 90)) return `latitude must be from -90 to 90, and is ${latitude}`;
	return [longitude, latitude];
}
