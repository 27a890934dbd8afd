import { describe, expect, test } from "vitest";
import type { DesignDetail } from "@/lib/contract/design";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { fenceAt } from "./chosen-place";
import { type Draft, type DraftSet, withSet } from "./draft";
import {
	activeSet,
	beginEditing,
	type EditorEvent,
	type EditorState,
	handled,
	isUnsaved,
	reduceEditor,
} from "./editor-state";

const circle = (longitude: number): Geofence => ({
	type: "Feature",
	geometry: { type: "Point", coordinates: [longitude, 47] },
	properties: { radius: 100, name: `at ${longitude}` },
});
const set = (key: string, fences: Geofence[] | null): DraftSet => ({
	key,
	set_id: key,
	set_name: key,
	targeting_code: key.toUpperCase(),
	fences,
	audience: null,
});
const saved: Draft = { sets: [set("a", [circle(1), circle(2), circle(3)]), set("b", [circle(4)])] };
const design = (type: "proximity" | "audience") => ({ type }) as DesignDetail;
const start = beginEditing({ design: design("proximity"), draft: saved });

const run = (state: EditorState, ...events: EditorEvent[]) => events.reduce(reduceEditor, state);
const given = (...events: EditorEvent[]) => run(start, ...events);
const choose = (row: number, show = false): EditorEvent => ({ type: "fenceChosen", row, show });
const typed: EditorEvent = { type: "typed", unapplied: true };
const undo: EditorEvent = { type: "stepped", kind: "undo" };
const redo: EditorEvent = { type: "stepped", kind: "redo" };

const draftOf = (state: EditorState) => state.history.present;
const keys = (state: EditorState) => draftOf(state).sets.map(({ key }) => key);
const names = (state: EditorState, place: number) =>
	draftOf(state).sets[place]?.fences?.map(({ properties }) => properties.name);
const chosenName = (state: EditorState) => fenceAt(draftOf(state), state.chosen)?.properties.name;

test("an audience design without sets begins with one named like it, which is no change yet", () => {
	const begun = beginEditing({ design: { type: "audience", name: "Runners" } as DesignDetail, draft: { sets: [] } });
	expect([activeSet(begun)?.set_name, isUnsaved(begun)]).toEqual(["Runners", false]);
	expect(beginEditing({ design: design("proximity"), draft: { sets: [] } }).history.present.sets).toEqual([]);
});

describe("geofences", () => {
	test("one that is chosen is worked on with its set, and the map goes there when asked to", () => {
		const state = given(choose(3));
		expect([chosenName(state), state.active, state.focus]).toEqual(["at 4", "b", null]);
		expect(run(state, choose(0, true))).toMatchObject({ active: "a", focus: { asked: true } });
		expect(run(state, choose(-1))).toMatchObject({ chosen: null, active: "b" });
	});

	test("one that is drawn goes into the active set, is chosen, and can be dragged at once", () => {
		const drawing = given(choose(0), { type: "toolTaken", tool: "circle" });
		expect([drawing.chosen, handled(drawing)]).toEqual([null, null]);
		const state = run(drawing, { type: "setActivated", key: "b" }, { type: "fenceDrawn", fence: circle(9) });
		expect([state.tool, names(state, 1), handled(state)]).toEqual(["select", ["at 4", "at 9"], circle(9)]);
		const dragged = run(state, { type: "fenceChanged", fence: circle(10) });
		expect([names(dragged, 1), chosenName(dragged)]).toEqual([["at 4", "at 10"], "at 10"]);
	});

	test("one that is typed ends its form, and the map goes there", () => {
		const typing = given(choose(1), { type: "typingBegun", shape: "circle" });
		expect([typing.chosen, typing.typing, handled(typing)]).toEqual([null, "circle", null]);
		const state = run(typing, { type: "fenceTyped", fence: circle(9) });
		expect([state.typing, chosenName(state), state.focus?.asked]).toEqual([null, "at 9", true]);
		expect(draftOf(run(typing, { type: "typingEnded" }))).toBe(saved);
	});

	test("after a removal the next one is chosen, in its own set; without a next one none is", () => {
		const state = given(choose(1), { type: "fenceRemoved", next: 2 });
		expect([names(state, 0), chosenName(state)]).toEqual([["at 1", "at 3"], "at 3"]);
		const next = run(state, { type: "fenceRemoved", next: 2 });
		expect([names(next, 0), chosenName(next), next.active]).toEqual([["at 1"], "at 4", "b"]);
		const none = run(next, { type: "fenceRemoved", next: -1 });
		expect([none.chosen, run(none, { type: "fenceRemoved", next: -1 })]).toEqual([null, none]);
	});

	test("an import replaces what the set holds, and nothing is chosen", () => {
		const draft = withSet(saved, "a", (own) => ({ ...own, fences: [circle(7)] }));
		const state = given(choose(0), { type: "importOpened" }, { type: "imported", draft, bounds: [1, 2, 3, 4] });
		expect([names(state, 0), state.chosen, state.importing]).toEqual([["at 7"], null, false]);
		expect(state.focus?.asked).toBe(true);
	});
});

describe("sets", () => {
	test("a new one is active and empty; of an audience it holds no geofences", () => {
		const state = given({ type: "setAdded", key: "new" });
		expect(activeSet(state)).toMatchObject({ key: "new", set_name: "Set 3", set_id: null, fences: [] });
		const audience = beginEditing({ design: design("audience"), draft: { sets: [] } });
		expect(activeSet(run(audience, { type: "setAdded", key: "new" }))?.fences).toBeNull();
	});

	test("with the active one gone its neighbor is active; undo brings it back", () => {
		const state = given({ type: "setRemoved" });
		expect([keys(state), state.active]).toEqual([["b"], "b"]);
		expect(keys(run(state, undo))).toEqual(["a", "b"]);
		const none = run(state, { type: "setRemoved" });
		expect([keys(none), run(none, { type: "setRemoved" })]).toEqual([[], none]);
	});

	test("letters of one name are one step; a move is another", () => {
		const rename = (set_name: string): EditorEvent => ({ type: "setRenamed", part: { set_name } });
		const state = given(rename("x"), rename("xy"), { type: "setMoved", by: 1 });
		expect([keys(state), draftOf(state).sets[1]?.set_name]).toEqual([["b", "a"], "xy"]);
		expect(draftOf(run(state, undo, undo))).toBe(saved);
		expect(keys(run(state, undo, undo, redo, redo))).toEqual(["b", "a"]);
	});
});

describe("typed numbers", () => {
	const kept = given(choose(1), { type: "fenceChanged", fence: circle(8) }, { type: "setAdded", key: "new" });

	test("are not lost by a step that keeps their geofence", () => {
		const state = run(kept, typed, undo);
		expect([state.question, keys(state)]).toEqual([null, ["a", "b"]]);
	});

	test("stop a step that removes their geofence, until the user agrees", () => {
		const added = given(choose(3), { type: "fenceDrawn", fence: circle(9) }, typed);
		const asked = run(added, undo);
		expect([names(asked, 1), asked.question?.why]).toEqual([
			["at 4", "at 9"],
			"This step removes what the changes belong to.",
		]);
		expect(names(run(asked, { type: "kept" }), 1)).toEqual(["at 4", "at 9"]);
		const agreed = run(asked, { type: "givenUp" });
		expect([names(agreed, 1), agreed.question]).toEqual([["at 4"], null]);
	});

	test("of a new geofence stop a step that takes its set away", () => {
		const typing = run(kept, { type: "typingBegun", shape: "polygon" }, typed);
		expect(run(typing, undo).question).not.toBeNull();
		expect(run(typing, { type: "setActivated", key: "a" }, undo).question).toBeNull();
	});

	test("that are abandoned let the awaited event happen", () => {
		const asked = given(choose(0), typed, { type: "asked", why: "No.", event: choose(2) });
		expect(chosenName(asked)).toBe("at 1");
		expect(chosenName(run(asked, { type: "givenUp" }))).toBe("at 3");
	});

	test("are unsaved work", () => {
		expect([isUnsaved(start), isUnsaved(given(typed))]).toEqual([false, true]);
	});
});

describe("saving", () => {
	const edited = given({ type: "setAdded", key: "new" }, { type: "saving", words: "Saving…" });
	const sent = draftOf(edited);
	const stored = withSet(sent, "new", (own) => ({ ...own, set_id: "given", targeting_code: "NEW" }));
	const base = { design: design("proximity"), draft: stored };

	test("gives new sets their ids; what was edited meanwhile stays and is unsaved", () => {
		const meanwhile = run(edited, { type: "setRenamed", part: { set_name: "Mine" } });
		const state = run(
			meanwhile,
			{ type: "advanced", base, sent },
			{ type: "saveEnded", problem: null, conflict: null },
		);
		expect(activeSet(state)).toMatchObject({ set_id: "given", targeting_code: "NEW", set_name: "Mine" });
		expect([state.saving, isUnsaved(state), isUnsaved(run(state, undo))]).toEqual([null, true, false]);
	});

	test("that failed says why until the next one begins", () => {
		const failed = run(edited, { type: "saveEnded", problem: "No network.", conflict: null });
		expect(failed).toMatchObject({ saving: null, problem: "No network." });
		expect(run(failed, { type: "saving", words: "Saving…" }).problem).toBeNull();
	});

	test("over somebody else's version takes theirs as the base of what was chosen, in one step", () => {
		const theirs = { design: design("proximity"), draft: { sets: [set("b", [circle(5)])] } };
		const conflict = { theirs, merges: [], by: { current: theirs.design, changed_by: null, changed_at: "" } } as never;
		const asked = run(edited, { type: "saveEnded", problem: null, conflict });
		const both = { sets: [...theirs.draft.sets, set("c", [circle(6)])] };
		const merged = run(asked, { type: "merged", draft: both });
		expect([merged.conflict, merged.base, draftOf(merged)]).toEqual([null, theirs, both]);
		expect(draftOf(run(merged, undo))).toBe(sent);
		expect(run(asked, { type: "conflictClosed" })).toMatchObject({ conflict: null, base: start.base });
	});

	test("is asked about before the page is left", () => {
		const go = () => undefined;
		const asked = run(edited, { type: "leaving", go });
		expect([asked.leaving, run(asked, { type: "stayed" }).leaving]).toEqual([go, null]);
	});
});
