import { expect, test } from "vitest";
import { FenceDigests } from "@/lib/engine/build-threads/fence-digests";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { compareDigests } from "./compare-digests";

const circle = (longitude: number, radius = 100, name?: string): Geofence => ({
	type: "Feature",
	geometry: { type: "Point", coordinates: [longitude, 50] },
	properties: name === undefined ? { radius } : { radius, name },
});
const digests = (...fences: Geofence[]) => {
	const made = new FenceDigests(1);
	for (const fence of fences) made.add(fence);
	return made.bytes();
};

test("counts added and removed geofences regardless of order and names", () => {
	const many = Array.from({ length: 500 }, (_, number) => circle(number / 10));
	expect(compareDigests(digests(...many), digests(...many.toReversed()))).toEqual({ added: 0, removed: 0 });
	expect(compareDigests(digests(...many), digests(...many.slice(3), circle(99)))).toEqual({ added: 1, removed: 3 });
	expect(compareDigests(digests(circle(1, 100, "One")), digests(circle(1, 100, "Two")))).toEqual({
		added: 0,
		removed: 0,
	});
	expect(compareDigests(digests(circle(1, 100)), digests(circle(1, 200)))).toEqual({ added: 1, removed: 1 });
	expect(compareDigests(digests(), digests(circle(1)))).toEqual({ added: 1, removed: 0 });
	expect(compareDigests(digests(circle(1), circle(1)), digests(circle(1)))).toEqual({ added: 0, removed: 1 });
});
