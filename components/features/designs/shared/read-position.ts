import type { Position } from "@/lib/rules/geofences/geofence";

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/** Parses typed degrees; gives a sentence when they are invalid. */
export function readDegrees(text: string, what: "latitude" | "longitude"): number | string {
	const limit = what === "latitude" ? 90 : 180;
	// Decimal commas are common.
	const trimmed = text.trim().replace(/°$/, "").replace(",", ".");
	const value = Number(trimmed);
	if (!NUMBER.test(trimmed)) return `The ${what} must be a number of degrees.`;
	if (Math.abs(value) > limit) return `The ${what} must be from -${limit} to ${limit}.`;
	return value;
}

/** A pasted `latitude, longitude`, as maps copy it; null for anything else. */
export function readPair(text: string): Position | null {
	// A single number with a decimal comma is no pair.
	if (/^\s*[+-]?\d+,\d+\s*$/.test(text)) return null;
	const parts = text
		.trim()
		.split(/[\s,;]+/)
		.filter((part) => part !== "");
	if (parts.length !== 2) return null;
	const latitude = readDegrees(parts[0] ?? "", "latitude");
	const longitude = readDegrees(parts[1] ?? "", "longitude");
	return typeof latitude === "string" || typeof longitude === "string" ? null : [longitude, latitude];
}
