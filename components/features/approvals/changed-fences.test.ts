import { expect, test } from "vitest";
import { preview, request } from "@/components/features/deployments/testing";
import { setLook } from "@/components/kit/map/set-look";
import type { ChangedGeofence } from "@/lib/browser/geofences";
import { answersAt, answerWords, type Change, countChanges, frameOfChanges, indexOfChanges } from "./changed-fences";

const fence = (longitude: number, change: Change, set_id: string): ChangedGeofence => ({
	type: "Feature",
	geometry: { type: "Point", coordinates: [longitude, 52] },
	properties: { radius: 100, change, set_id },
});
const fences = [
	fence(10, "removed", "a"),
	fence(11, "kept", "a"),
	fence(12, "added", "b"),
	fence(13, "removed", "gone"),
];
const set = (set_id: string, targeting_code: string) => ({ set_id, set_name: set_id, targeting_code });

test("each has the look of its change, also without color", () => {
	const index = indexOfChanges(fences);
	expect([...index.sets].map((place) => setLook(place))).toEqual([
		{ token: "--color-muted", pattern: "plain" },
		{ token: "--color-ok", pattern: "rising" },
		{ token: "--color-bad", pattern: "falling" },
		{ token: "--color-bad", pattern: "falling" },
	]);
	expect(countChanges(fences)).toEqual({ kept: 1, added: 1, removed: 2, unknown: 0 });
});

test("their picture frames what is removed, too", () => {
	const built: [number, number, number, number] = [11, 52, 12, 52];
	expect(frameOfChanges({ bounds: built, bounds_before: [10, 52, 13, 52] })).toEqual([10, 52, 13, 52]);
	expect(frameOfChanges({ bounds: built, bounds_before: null })).toEqual(built);
	expect(frameOfChanges({ bounds: null, bounds_before: built })).toEqual(built);
});

test("a point is answered with what lookups say now and after", () => {
	const deployment = request({ sets: [set("a", "NEW-A"), set("b", "B")] });
	const changed = { ...set("a", "NEW-A"), items: 1, items_before: 2, name_before: "a", targeting_code_before: "A" };
	const known = preview({
		sets: { added: [], removed: [{ ...set("gone", "GONE"), items: 1 }], changed: [changed], unchanged: 0 },
	});
	const words = (longitude: number) => answerWords(answersAt(fences, [longitude, 52], deployment, known));
	expect(words(10)).toBe("Now: A · After: nothing");
	expect(words(11)).toBe("Now: A · After: NEW-A");
	expect(words(12)).toBe("Now: nothing · After: B");
	expect(words(13)).toBe("Now: GONE · After: nothing");
	expect(words(50)).toBe("Now and after: nothing");
});
