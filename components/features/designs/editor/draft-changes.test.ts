import { describe, expect, test } from "vitest";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { type Draft, type DraftSet, withFence, withFences, withSet } from "./draft";
import { changesInWords, changesOf } from "./draft-changes";
import { forgetOrigins } from "./origins";
import { moveToSet, removePicks, withRadius } from "./picks";

const circle = (name: string, radius = 100): Geofence => ({
	type: "Feature",
	geometry: { type: "Point", coordinates: [8, 47] },
	properties: { radius, name },
});
const set = (key: string, fences: Geofence[]): DraftSet => ({
	key,
	set_id: key,
	set_name: key,
	targeting_code: key,
	fences,
	audience: null,
});
const [a, b, c, d] = [circle("a"), circle("b"), circle("c"), circle("d")];
const base: Draft = { sets: [set("one", [a, b, c]), set("two", [d])] };
const inWords = (draft: Draft, from = base) => changesInWords(changesOf(from, draft));

describe("the changes since the last save", () => {
	test("tell what is added, changed, moved and removed", () => {
		expect(inWords(base)).toBe("");
		expect(inWords(withFences(base, "one", [circle("e"), circle("f")]))).toBe("2 added");
		expect(inWords(withFence(base, "one", 1, null))).toBe("1 removed");
		const changed = withRadius(base, new Set([a, d]), 50).draft;
		expect(inWords(changed)).toBe("2 changed");
		expect(inWords(moveToSet(base, new Set([a]), "two").draft)).toBe("1 moved to another set");
		const edited = withFence(withFences(changed, "two", [circle("e")]), "one", 2, null);
		expect(inWords(edited)).toBe("1 added, 2 changed, 1 removed");
		expect(inWords(removePicks(base, new Set([a, b, c, d])).draft)).toBe("4 removed");
	});

	test("a geofence that is changed twice and back again is not changed", () => {
		const there = withFence(base, "one", 0, circle("a", 50));
		expect(inWords(there)).toBe("1 changed");
		expect(inWords(withFence(there, "one", 0, circle("a")))).toBe("");
	});

	test("a geofence that is changed again after a save is changed", () => {
		const saved = withFence(base, "one", 0, circle("a", 50));
		for (const { fences } of saved.sets) forgetOrigins(fences ?? []);
		expect(inWords(withFence(saved, "one", 0, circle("a", 70)), saved)).toBe("1 changed");
	});

	test("are the same where a merge brought other objects of what is saved", () => {
		const mine = withFence(base, "one", 0, circle("a", 50));
		const theirs: Draft = { sets: [set("one", [circle("a"), circle("b")]), base.sets[1] as DraftSet] };
		const merged = withSet(theirs, "one", (own) => ({
			...own,
			fences: [mine.sets[0]?.fences?.[0] as Geofence, theirs.sets[0]?.fences?.[1] as Geofence],
		}));
		expect(inWords(merged, theirs)).toBe("1 changed");
	});

	test("name what happens to sets", () => {
		const renamed = withSet(base, "one", (own) => ({ ...own, set_name: "first", targeting_code: "" }));
		expect(changesOf(base, renamed).sets).toEqual(["one renamed to first", "first: code from the name"]);
		expect(changesOf(base, { sets: [...base.sets].reverse() }).sets).toEqual(["sets in another order"]);
		const other: Draft = { sets: [set("one", [a]), set("new", [])] };
		expect(changesOf(base, other).sets).toEqual(["new added", "two removed"]);
		expect(inWords(other)).toBe("3 removed, 2 changes of sets");
	});
});
