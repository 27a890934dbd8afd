import { describe, expect, test } from "vitest";
import { placesAround } from "@/components/kit/map/circle";
import { distanceBetween } from "@/components/kit/map/distance";
import { covers, isCircle } from "@/lib/rules/geofences/covers";
import type { Geofence, PolygonGeofence, Position } from "@/lib/rules/geofences/geofence";
import { readDetailFields } from "./detail-fields";
import { type Draft, type DraftSet, isChanged, withFence, withFences, withGiven, withSet } from "./draft";
import { circleOf, cornersAsText, readPolygon } from "./fence-text";
import { type History, type Step, takeStep } from "./history";
import { compareSets, fenceDifferences, mergeDrafts } from "./merge";
import { draggedCircle, fromDrawn } from "./shapes";

const circle = (longitude: number, latitude = 47, radius = 100): Geofence => ({
	type: "Feature",
	geometry: { type: "Point", coordinates: [longitude, latitude] },
	properties: { radius, name: `at ${longitude}` },
});
const set = (key: string, fences: Geofence[]): DraftSet => ({
	key,
	set_id: key,
	set_name: key,
	targeting_code: key.toUpperCase(),
	fences,
	audience: null,
});
const base: Draft = { sets: [set("a", [circle(1), circle(2), circle(3)]), set("b", [circle(4)])] };
const longitudes = (draft: Draft, place: number) =>
	draft.sets[place]?.fences?.map(({ geometry }) => (geometry.type === "Point" ? geometry.coordinates[0] : null));

describe("undo and redo", () => {
	const run = (...steps: Step[]) =>
		steps.reduce<History>(takeStep, { past: [], present: base, future: [], about: null });
	const drawn = withFences(base, "b", [circle(5)]);
	const removed = withFence(drawn, "b", 0, null);

	test("go back to the very draft that was there, and forth again", () => {
		const history = run({ kind: "edit", draft: drawn }, { kind: "edit", draft: removed }, { kind: "undo" });
		expect(history.present).toBe(drawn);
		const back = takeStep(history, { kind: "undo" });
		expect(isChanged(base, back.present)).toBe(false);
		expect(takeStep(back, { kind: "undo" })).toBe(back);
		expect(takeStep(takeStep(back, { kind: "redo" }), { kind: "redo" }).present).toBe(removed);
	});

	test("what was edited while it was saved stays, and every step knows the ids and codes that the service gave", () => {
		const fresh = { ...set("new", [circle(6)]), set_id: null, targeting_code: "" };
		const added: Draft = { sets: [...base.sets, fresh] };
		const sent = withFences(added, "new", [circle(7)]);
		const meanwhile = withFences(
			withSet(sent, "b", (own) => ({ ...own, targeting_code: "MINE" })),
			"a",
			[circle(8)],
		);
		const saved = withSet(sent, "new", (own) => ({ ...own, set_id: "given", targeting_code: "NEW" }));
		const history = run(
			{ kind: "edit", draft: added },
			{ kind: "edit", draft: sent },
			{ kind: "edit", draft: meanwhile },
			{ kind: "settle", give: (draft) => withGiven(draft, sent, saved) },
		);
		expect(longitudes(history.present, 0)).toEqual([1, 2, 3, 8]);
		expect(history.present.sets.map(({ targeting_code }) => targeting_code)).toEqual(["A", "MINE", "NEW"]);
		const back = takeStep(takeStep(history, { kind: "undo" }), { kind: "undo" }).present;
		expect(back.sets[2]).toEqual({ ...fresh, set_id: "given", targeting_code: "NEW" });
		expect(takeStep(history, { kind: "undo" }).present.sets[0]).toBe(sent.sets[0]);
	});

	test("letters of one name are one step; another edit ends the way on", () => {
		const named = (name: string): Step => ({
			kind: "edit",
			draft: withSet(base, "a", (own) => ({ ...own, set_name: name })),
			about: "name:a",
		});
		const history = run(named("x"), named("xy"), named("xyz"));
		expect(history.past).toHaveLength(1);
		const again = takeStep(takeStep(history, { kind: "undo" }), { kind: "edit", draft: drawn });
		expect(again.future).toEqual([]);
	});
});

describe("two people edit", () => {
	const mine = withFences(withFence(base, "a", 0, null), "a", [circle(9)]);
	const theirs: Draft = {
		sets: [withFences(withFence(base, "a", 1, null), "a", [circle(8)]).sets[0] as DraftSet, set("c", [circle(7)])],
	};
	const merges = compareSets(base, mine, theirs);

	test("who changed what is told set by set", () => {
		expect(merges.map(({ key, changed }) => [key, changed])).toEqual([
			["a", "both"],
			["c", "theirs"],
			["b", "theirs"],
		]);
	});

	test.each([
		["mine", [2, 3, 9]],
		["theirs", [1, 3, 8]],
		["both", [3, 8, 9]],
	] as const)("%s", (version, expected) => {
		const merged = mergeDrafts(merges, new Map([["a", version]]));
		expect(longitudes(merged, 0)).toEqual(expected);
		expect(merged.sets.map(({ key }) => key)).toEqual(["a", "c"]);
	});

	test("both keeps the name that I alone have changed, and the order that I alone have made", () => {
		const named = withSet(mine, "a", (own) => ({ ...own, set_name: "Mine", targeting_code: "MINE" }));
		const other: Draft = {
			sets: [{ ...theirs.sets[0], targeting_code: "THEIRS" } as DraftSet, base.sets[1] as DraftSet],
		};
		const moved: Draft = { sets: named.sets.toReversed() };
		const merged = mergeDrafts(compareSets(base, moved, other), new Map([["a", "both"]]));
		expect(merged.sets.map(({ set_name, targeting_code }) => [set_name, targeting_code])).toEqual([
			["b", "B"],
			["Mine", "THEIRS"],
		]);
	});

	test("what both did alike is no conflict", () => {
		const alike = withSet(base, "b", (own) => ({ ...own, set_name: "B" }));
		expect(compareSets(base, alike, alike).every(({ changed }) => changed === "nobody")).toBe(true);
	});

	test("a set that one removes and the other edits is for a person to decide", () => {
		const without: Draft = { sets: base.sets.slice(1) };
		const [, decided] = compareSets(base, without, mine);
		expect(compareSets(base, without, mine)[0]?.changed).toBe("both");
		expect(decided?.changed).toBe("nobody");
		const kept = mergeDrafts(compareSets(base, without, mine), new Map([["a", "mine"]]));
		expect(kept.sets.map(({ key }) => key)).toEqual(["b"]);
	});

	test("fences that stand twice are counted twice", () => {
		const { added, removed } = fenceDifferences([circle(1), circle(1)], [circle(1), circle(2)]);
		expect([added, removed]).toEqual([[circle(2)], [circle(1)]]);
	});
});

describe("shapes", () => {
	test.each<[string, Position, number]>([
		["in a city", [8.5, 47.3], 150],
		["far north", [-120, 78], 40_000],
		["across the antimeridian", [179.9999, -17], 2_000],
	])("a circle %s that is dragged stays a circle, to the meter", (_where, center, radius) => {
		const before = circle(center[0], center[1], radius);
		if (!isCircle(before)) throw new Error("It is no circle.");
		const to = placesAround(center[0], center[1], radius * 2)(1);
		const larger = draggedCircle(before, "rim", to);
		expect(larger).toEqual({ ...before, properties: { ...before.properties, radius: radius * 2 } });
		const moved = draggedCircle(before, "center", to);
		expect(moved.properties).toEqual(before.properties);
		expect(distanceBetween(moved.geometry.coordinates, to)).toBeLessThan(0.1);
		expect(Math.abs(moved.geometry.coordinates[0])).toBeLessThanOrEqual(180);
	});

	test("an id and further properties stay, whatever is drawn or typed", () => {
		const further = { city: "Bern" };
		const before: Geofence = { ...circle(8), id: "S", properties: { radius: 100, name: "A", ...further } };
		if (!isCircle(before)) throw new Error("It is no circle.");
		expect(draggedCircle(before, "center", [9, 47])).toMatchObject({ id: "S", properties: before.properties });
		const area = readPolygon("0, 0\n0, 1\n1, 1", "B");
		const drawn = { type: "Feature" as const, properties: {}, geometry: (area as PolygonGeofence).geometry };
		expect(fromDrawn(drawn, before)).toMatchObject({ id: "S", properties: { name: "A", city: "Bern" } });
		expect(readDetailFields(" T ", before, area as Geofence)).toMatchObject({
			id: "T",
			properties: { name: "B", ...further },
		});
		expect(readDetailFields("", before, circle(9))).toEqual({
			...circle(9),
			properties: { radius: 100, name: "at 9", ...further },
		});
		expect(readDetailFields("x".repeat(201), null, circle(9))).toMatch(/^The id cannot be taken/);
	});

	test("no drag makes a circle smaller or larger than the service takes", () => {
		const before = circle(8, 47, 100);
		if (!isCircle(before)) throw new Error("It is no circle.");
		expect(draggedCircle(before, "rim", [8, 47]).properties.radius).toBe(1);
		expect(draggedCircle(before, "rim", [28, 47]).properties.radius).toBe(1_000_000);
	});

	test("a box that is drawn wider than half the world stays as it was drawn", () => {
		const ring = [-100, 100, 100, -100, -100].map((longitude, at) => [
			longitude,
			at === 1 || at === 0 || at === 4 ? -5 : 5,
		]);
		const drawn = fromDrawn(
			{ type: "Feature", properties: {}, geometry: { type: "Polygon", coordinates: [ring] } },
			null,
		);
		if (typeof drawn === "string") throw new Error(drawn);
		expect([0, 99, 101, 180].map((longitude) => covers(drawn, 0, longitude))).toEqual([true, true, false, false]);
	});

	test("corners as text and back, with a hole and a second polygon", () => {
		const text = "0, 0\n0, 10\n10, 10\n10, 0\n\n2, 2\n2, 4\n4, 4\n---\n20, 20\n20, 30\n30, 30";
		const fence = readPolygon(text, "A");
		if (typeof fence === "string") throw new Error(fence);
		expect(fence.geometry.type).toBe("MultiPolygon");
		expect(cornersAsText(fence)).toBe(text);
	});

	test("a circle that is too large is refused in words of the form", () =>
		expect(circleOf([8, 47], 999_999_999, "")).toMatch(/^Radius must be from /));

	test.each([
		["", "Enter one corner per line: latitude, longitude."],
		["1, 2\n3", "Line 2: enter latitude and longitude, such as 47.37, 8.54."],
		[
			"1, 2\n3, 4",
			"Ring 1 covers nothing: a ring must have at least three different positions that do not lie on one line.",
		],
		["1, 2\n3, 4\n95, 0", "Latitude must be from -90 to 90, and is 95."],
	])("%j is refused: %s", (text, reason) => expect(readPolygon(text, "")).toBe(reason));
});
