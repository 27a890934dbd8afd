import { describe, expect, test } from "vitest";
import { normalizeGeofence } from "@/lib/rules/geofences/normalize-geofence";
import { featureOf } from "./feature-of";
import type { Place } from "./landmark";
import { CITIES } from "./select";

/** Kilometers: airports lie outside of their cities. */
const FARTHEST = 40;

describe.each(CITIES)("landmarks of $name", ({ landmarks }) => {
	test("are at least twenty, have unique names, and are mostly circles", () => {
		expect(landmarks.length).toBeGreaterThanOrEqual(20);
		expect(new Set(landmarks.map(({ name }) => name)).size).toBe(landmarks.length);
		expect(landmarks.some((landmark) => "outline" in landmark)).toBe(true);
	});

	test("are valid geofences", () => {
		for (const landmark of landmarks) expect(normalizeGeofence(featureOf(landmark))).toHaveProperty("geofence");
	});

	test("lie close together", () => {
		const places = landmarks.map((landmark) => ("at" in landmark ? landmark.at : (landmark.outline[0] as Place)));
		const middle = [median(places.map(([latitude]) => latitude)), median(places.map(([, longitude]) => longitude))];
		for (const [index, place] of places.entries()) {
			expect(kilometers(place, middle as unknown as Place), landmarks[index]?.name).toBeLessThan(FARTHEST);
		}
	});
});

function median(values: number[]): number {
	return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

function kilometers([latitude, longitude]: Place, [otherLatitude, otherLongitude]: Place): number {
	const east = (longitude - otherLongitude) * Math.cos((latitude * Math.PI) / 180);
	return 111.2 * Math.hypot(latitude - otherLatitude, east);
}
