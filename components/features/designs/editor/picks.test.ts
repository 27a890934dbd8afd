import { describe, expect, test } from "vitest";
import type { DesignDetail } from "@/lib/contract/design";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import type { Draft, DraftSet } from "./draft";
import { beginEditing, type EditorEvent, reduceEditor } from "./editor-state";
import { originOf } from "./origins";
import { moveToSet, pickedFences, radiusProblem, removePicks, replacePicks, withRadius } from "./picks";

const circle = (name: string, radius = 100): Geofence => ({
	type: "Feature",
	geometry: { type: "Point", coordinates: [8, 47] },
	properties: { radius, name },
});
const polygon: Geofence = {
	type: "Feature",
	geometry: {
		type: "Polygon",
		coordinates: [
			[
				[8, 47],
				[8.1, 47],
				[8.1, 47.1],
				[8, 47],
			],
		],
	},
	properties: { name: "park" },
};
const set = (key: string, fences: Geofence[] | null): DraftSet => ({
	key,
	set_id: key,
	set_name: key,
	targeting_code: key,
	fences,
	audience: null,
});
const [a, b, c] = [circle("a"), circle("b"), circle("c", 250)];
const draft: Draft = { sets: [set("one", [a, polygon, b]), set("two", [c]), set("large", null)] };
const names = ({ sets }: Draft) => sets.map(({ fences }) => fences?.map(({ properties }) => properties.name) ?? null);
const radii = ({ sets }: Draft) =>
	sets.flatMap(({ fences }) => fences?.flatMap(({ properties }) => ("radius" in properties ? properties.radius : [])));

describe("geofences that are selected together", () => {
	test("get one radius, but polygons and what has it already stay as they are, and what each was is known", () => {
		const edit = withRadius(draft, new Set([a, polygon, c]), 250);
		expect(radii(edit.draft)).toEqual([250, 100, 250, undefined]);
		const changed = edit.draft.sets[0]?.fences?.[0] as Geofence;
		expect(originOf(changed)).toBe(a);
		expect(edit.draft.sets[1]?.fences?.[0]).toBe(c);
		expect(pickedFences(edit.draft, edit.picks)).toEqual([changed, polygon, c]);
		const again = withRadius(edit.draft, edit.picks, 300);
		expect(originOf(again.draft.sets[0]?.fences?.[0] as Geofence)).toBe(a);
	});

	test("go to the end of another set in their order, are removed, or become one", () => {
		const picks = new Set([b, polygon, c]);
		expect(names(moveToSet(draft, picks, "two").draft)).toEqual([["a"], ["c", "park", "b"], null]);
		expect(names(removePicks(draft, picks).draft)).toEqual([["a"], [], null]);
		const one = replacePicks(draft, picks, { ...polygon, properties: { name: "all" } });
		expect(names(one.draft)).toEqual([["a", "all"], [], null]);
		expect(pickedFences(one.draft, one.picks)).toHaveLength(1);
	});

	test("are edited in one step, which undo takes back", () => {
		const start = beginEditing({ design: { type: "proximity" } as DesignDetail, draft });
		const run = (...events: EditorEvent[]) => events.reduce(reduceEditor, start);
		const selected: EditorEvent = { type: "picked", fences: [a, b], on: true };
		const state = run({ type: "fenceChosen", row: 0, show: false }, selected, {
			type: "picksEdited",
			change: (now, picks) => withRadius(now, picks, 70),
		});
		expect([radii(state.history.present), state.history.past.length, state.chosen]).toEqual([
			[70, 70, 250, undefined],
			1,
			null,
		]);
		const undone = reduceEditor(state, { type: "stepped", kind: "undo" });
		expect(undone.history.present).toBe(draft);
		const less = run(selected, { type: "picked", fences: [a], on: false });
		expect(pickedFences(less.history.present, less.picks)).toEqual([b]);
		expect(run(selected, { type: "picksCleared" }).picks.size).toBe(0);
	});

	test("one that is changed by its form stays among them", () => {
		const start = beginEditing({ design: { type: "proximity" } as DesignDetail, draft });
		const changed = circle("a", 55);
		const state = [
			{ type: "picked", fences: [a, b], on: true },
			{ type: "fenceChosen", row: 0, show: false },
			{ type: "fenceChanged", fence: changed },
		].reduce((now, event) => reduceEditor(now, event as EditorEvent), start);
		expect(pickedFences(state.history.present, state.picks)).toEqual([changed, b]);
	});
});

test("a radius that is too small, too large or no number is refused", () => {
	expect([1, 1_000_000].map(radiusProblem)).toEqual([null, null]);
	expect(radiusProblem(Number.NaN)).toBe("Enter a radius from 1 to 1,000,000 meters.");
	expect([0, 1_000_001].map((meters) => radiusProblem(meters) === null)).toEqual([false, false]);
});
