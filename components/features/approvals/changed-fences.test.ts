import { expect, test } from "vitest";
import { preview, request } from "@/components/features/deployments/testing";
import { setLook } from "@/components/kit/map/set-look";
import type { ChangedGeofence } from "@/lib/browser/geofences";
import type { GeofenceChange } from "@/lib/contract/geofence-changes";
import { changeWords } from "./change-words";
import {
	answersAt,
	answerWords,
	countChanges,
	indexesOfBoxes,
	indexesOfCells,
	indexesOfChanges,
	type Moment,
} from "./changed-fences";
import { frameOfChanges } from "./frame-of-changes";

const fence = (longitude: number, change: GeofenceChange, set_id: string): ChangedGeofence => ({
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
	const index = indexesOfChanges(fences)("changes");
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

test("a moment has what is on the target then, also of cells and of boxes", () => {
	const cell = { longitude: 10, latitude: 52, kept: 3, added: 4, removed: 1, unknown: 0 };
	const counted = (moment: Moment) => indexesOfCells([cell])(moment).counts;
	expect([counted("changes"), counted("now"), counted("after")]).toEqual([
		[3, 4, 1],
		[3, 1],
		[3, 4],
	]);
	const at = (moment: Moment) => indexesOfChanges(fences)(moment).fences.map(({ geometry }) => geometry.coordinates[0]);
	expect([at("now"), at("after")]).toEqual([
		[11, 10, 13],
		[11, 12],
	]);
	const sets = [{ bounds: [9, 51, 10, 52] }, { bounds: null }] as never;
	const boxes = indexesOfBoxes({ sets, bounds_before: [8, 51, 9, 52] });
	const looks = (moment: Moment) => [...boxes(moment).sets].map((place) => setLook(place).token);
	expect(looks("changes")).toEqual(["--color-set-1", "--color-muted"]);
	expect([looks("now"), looks("after")]).toEqual([["--color-muted"], ["--color-set-1"]]);
});

test("changes are said with where they are", () => {
	const zurich = { name: "Zurich", country: "Switzerland", added: 1_900, removed: 0 };
	const la = { name: "Los Angeles", country: "United States", added: 0, removed: 1 };
	expect(changeWords([zurich, la])).toBe("+1,900 around Zurich, −1 near Los Angeles");
	const germany = { name: null, country: "Germany", added: 2, removed: 1 };
	expect(changeWords([germany, { ...germany, country: null }])).toBe("+2 −1 in Germany, +2 −1 elsewhere");
	expect(changeWords([])).toBe("");
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
