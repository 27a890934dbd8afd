import { roomy } from "@/components/kit/map/bounds";
import { boxOfFence } from "@/components/kit/map/fence-index";
import type { MapFocus } from "@/components/kit/map/fence-map";
import type { Bounds } from "@/lib/contract/design";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { type ChosenPlace, fenceAt, placeAfterRemoval, placeOfRow, setOfPlace } from "./chosen-place";
import { type Base, type Draft, type DraftSet, isChanged, withFence, withFences, withGiven, withSet } from "./draft";
import { beginHistory, type History, takeStep } from "./history";
import type { Conflict } from "./merge";
import { NO_PICKS, type Picks, type PicksChange } from "./picks";

/** The action of a click on the map. */
export type Tool = "select" | "box" | "circle" | "polygon" | "measure";
/** The shape that a form of coordinates describes. */
export type Shape = "circle" | "polygon";

export interface EditorState {
	/** The design as loaded or saved last. */
	base: Base;
	history: History;
	/** Key of the selected set. */
	active: string | null;
	tool: Tool;
	chosen: ChosenPlace | null;
	/** The geofences that are selected together. */
	picks: Picks;
	/** The shape of a new geofence that is typed, or null. */
	typing: Shape | null;
	/** The form has changes that are not applied. */
	typed: boolean;
	/** The question before typed changes are lost, and the event that would lose them. */
	question: { why: string; event: EditorEvent } | null;
	importing: boolean;
	/** Where the map looks; null for the whole design. */
	focus: MapFocus | null;
	/** The progress of a save, or null. */
	saving: string | null;
	/** Why the last save failed. */
	problem: string | null;
	/** The version that another user saved while the draft was edited. */
	conflict: Conflict | null;
	/** Leaves the page, once the user agrees to lose unsaved work. */
	leaving: (() => void) | null;
}

interface Events {
	/** `about`: a further edit about the same is part of the same step. */
	edited: { draft: Draft; about?: string | undefined };
	/** `agreed`: typed changes may be lost. */
	stepped: { kind: "undo" | "redo"; agreed?: boolean };
	setAdded: { key: string };
	setActivated: { key: string };
	setRenamed: { part: Partial<Pick<DraftSet, "set_name" | "targeting_code">> };
	setMoved: { by: 1 | -1 };
	setRemoved: object;
	toolTaken: { tool: Tool };
	/** `show`: the map goes there. */
	fenceChosen: { row: number; show: boolean };
	fenceDrawn: { fence: Geofence };
	/** The selected geofence has another shape, place or name. */
	fenceChanged: { fence: Geofence };
	/** `next`: the row to select next; -1 for none. */
	fenceRemoved: { next: number };
	/** Geofences join those that are selected together, or leave them. */
	picked: { fences: readonly Geofence[]; on: boolean };
	picksCleared: object;
	/** An edit of all that are selected together is one step. */
	picksEdited: { change: PicksChange };
	/** The map goes there: to a geofence, several, or all. */
	shown: { bounds: Bounds };
	typingBegun: { shape: Shape };
	typingEnded: object;
	/** A new geofence is typed completely. */
	fenceTyped: { fence: Geofence };
	typed: { unapplied: boolean };
	asked: { why: string; event: EditorEvent };
	/** The answers to the question about typed changes. */
	kept: object;
	givenUp: object;
	importOpened: object;
	importClosed: object;
	imported: { draft: Draft; bounds: Bounds };
	saving: { words: string };
	/** A part of the sent draft is saved. */
	advanced: { base: Base; sent: Draft };
	saveEnded: { problem: string | null; conflict: Conflict | null };
	/** Someone else saved the design while it is edited. */
	conflictFound: { conflict: Conflict };
	merged: { draft: Draft };
	/** The version of another user replaces an unchanged draft. */
	adopted: { base: Base };
	/** The design changed beside its contents. */
	designRenewed: { design: Base["design"] };
	conflictClosed: object;
	leaving: { go: () => void };
	stayed: object;
}

type EventOf<Type extends keyof Events> = { [Key in Type]: { type: Key } & Events[Key] }[Type];
export type EditorEvent = EventOf<keyof Events>;

/** An audience design without sets begins with one to build, which is no change until it is edited. */
function withFirstSet(base: Base): Base {
	const { design, draft } = base;
	if (design.type !== "audience" || draft.sets.length > 0) return base;
	const first = { key: "first", set_id: null, set_name: design.name, targeting_code: "", fences: null, audience: null };
	return { design, draft: { sets: [first] } };
}

export const beginEditing = (initial: Base): EditorState => editing(withFirstSet(initial));

const editing = (base: Base): EditorState => ({
	base,
	history: beginHistory(base.draft),
	active: base.draft.sets[0]?.key ?? null,
	tool: "select",
	chosen: null,
	picks: NO_PICKS,
	typing: null,
	typed: false,
	question: null,
	importing: false,
	focus: null,
	saving: null,
	problem: null,
	conflict: null,
	leaving: null,
});

/** The selected set. */
export const activeSet = ({ history, active }: EditorState): DraftSet | undefined =>
	history.present.sets.find(({ key }) => key === active);

/** The selected geofence while it can be dragged; null while another is drawn or typed. */
export const handled = ({ history, chosen, tool, typing }: EditorState): Geofence | null =>
	tool === "select" && typing === null ? (fenceAt(history.present, chosen) ?? null) : null;

/** Whether leaving would lose edits that are not saved or not applied. */
export const isUnsaved = ({ base, history, typed }: EditorState): boolean =>
	isChanged(base.draft, history.present) || typed;

const edit = (state: EditorState, draft: Draft, about?: string): EditorState => ({
	...state,
	history: takeStep(state.history, { kind: "edit", draft, ...(about === undefined ? {} : { about }) }),
});

const lookingAt = (bounds: NonNullable<Bounds>): MapFocus => ({ bounds: roomy(bounds), asked: true });

/** An undo or redo; asks first if it removes the geofence or set of typed changes. */
function step(state: EditorState, { kind, agreed = false }: Events["stepped"]): EditorState {
	const { history, typed, typing, chosen, active } = state;
	const next = kind === "undo" ? history.past.at(-1) : history.future[0];
	if (next === undefined) return state;
	const stays = typing === null ? setOfPlace(next, chosen) >= 0 : next.sets.some(({ key }) => key === active);
	if (stays || !typed || agreed) return { ...state, history: takeStep(history, { kind }) };
	const why = "This step removes what the changes belong to.";
	return { ...state, question: { why, event: { type: "stepped", kind, agreed: true } } };
}

/** The new geofence is the last of the active set, and selected. */
function addFence(state: EditorState, fence: Geofence): EditorState {
	const set = activeSet(state);
	if (set === undefined) return state;
	const at = set.fences?.length ?? 0;
	const added = edit(state, withFences(state.history.present, set.key, [fence]));
	return { ...added, typing: null, chosen: { key: set.key, at, of: at + 1 } };
}

function removeFence(state: EditorState, next: number): EditorState {
	const { chosen, history } = state;
	if (chosen === null || fenceAt(history.present, chosen) === undefined) return state;
	const place = placeOfRow(history.present, next);
	const fence = fenceAt(history.present, place);
	const removed = { ...edit(state, withFence(history.present, chosen.key, chosen.at, null)), chosen: null };
	if (place === null || fence === undefined) return removed;
	const focus = lookingAt(boxOfFence(fence));
	return { ...removed, chosen: placeAfterRemoval(place, chosen), active: place.key, focus };
}

function chooseFence(state: EditorState, { row, show }: Events["fenceChosen"]): EditorState {
	const chosen = placeOfRow(state.history.present, row);
	const fence = fenceAt(state.history.present, chosen);
	const focus = show && fence !== undefined ? lookingAt(boxOfFence(fence)) : state.focus;
	return { ...state, typing: null, tool: "select", chosen, active: chosen?.key ?? state.active, focus };
}

/** The form of a single geofence closes: keys then mean those that are selected together. */
function pick(state: EditorState, { fences, on }: Events["picked"]): EditorState {
	const picks = new Set(state.picks);
	for (const fence of fences) {
		if (on) picks.add(fence);
		else picks.delete(fence);
	}
	const tool = state.tool === "box" ? "box" : "select";
	return { ...state, picks, chosen: null, typing: null, tool };
}

function addSet(state: EditorState, key: string): EditorState {
	const { sets } = state.history.present;
	const fences = state.base.design.type === "audience" ? null : [];
	const set_name = `Set ${sets.length + 1}`;
	const set: DraftSet = { key, set_id: null, set_name, targeting_code: "", fences, audience: null };
	return { ...edit(state, { sets: [...sets, set] }), active: key };
}

function removeSet(state: EditorState): EditorState {
	const { sets } = state.history.present;
	const place = sets.findIndex(({ key }) => key === state.active);
	if (place < 0) return state;
	const neighbor = sets[place + 1] ?? sets[place - 1];
	return { ...edit(state, { sets: sets.toSpliced(place, 1) }), active: neighbor?.key ?? state.active };
}

function moveSet(state: EditorState, by: 1 | -1): EditorState {
	const { sets } = state.history.present;
	const set = activeSet(state);
	if (set === undefined) return state;
	const place = sets.indexOf(set);
	return edit(state, { sets: sets.toSpliced(place, 1).toSpliced(place + by, 0, set) });
}

const HANDLERS: { [Type in keyof Events]: (state: EditorState, event: EventOf<Type>) => EditorState } = {
	edited: (state, { draft, about }) => edit(state, draft, about),
	stepped: step,
	setAdded: (state, { key }) => addSet(state, key),
	setActivated: (state, { key }) => ({ ...state, active: key }),
	setRenamed: (state, { part }) => {
		const { history, active } = state;
		const draft = withSet(history.present, active ?? "", (set) => ({ ...set, ...part }));
		return edit(state, draft, `${Object.keys(part)}:${active}`);
	},
	setMoved: (state, { by }) => moveSet(state, by),
	setRemoved: removeSet,
	// The Delete key must not remove a selected geofence while another is drawn.
	toolTaken: (state, { tool }) => ({ ...state, tool, typing: null, chosen: tool === "select" ? state.chosen : null }),
	fenceChosen: chooseFence,
	picked: pick,
	picksCleared: (state) => ({ ...state, picks: NO_PICKS }),
	picksEdited: (state, { change }) => {
		const { draft, picks } = change(state.history.present, state.picks);
		return { ...edit(state, draft), picks, chosen: null };
	},
	shown: (state, { bounds }) => (bounds === null ? state : { ...state, focus: lookingAt(bounds) }),
	fenceDrawn: (state, { fence }) => ({ ...addFence(state, fence), tool: "select" }),
	fenceChanged: (state, { fence }) => {
		const { chosen, history } = state;
		const before = fenceAt(history.present, chosen);
		if (chosen === null || before === undefined) return state;
		const edited = edit(state, withFence(history.present, chosen.key, chosen.at, fence));
		return state.picks.has(before) ? { ...edited, picks: new Set(state.picks).add(fence) } : edited;
	},
	fenceRemoved: (state, { next }) => removeFence(state, next),
	typingBegun: (state, { shape }) => ({ ...state, typing: shape, tool: "select", chosen: null }),
	typingEnded: (state) => ({ ...state, typing: null }),
	fenceTyped: (state, { fence }) => ({ ...addFence(state, fence), focus: lookingAt(boxOfFence(fence)) }),
	typed: (state, { unapplied }) => (unapplied === state.typed ? state : { ...state, typed: unapplied }),
	asked: (state, { why, event }) => ({ ...state, question: { why, event } }),
	kept: (state) => ({ ...state, question: null }),
	givenUp: (state) => (state.question === null ? state : handle({ ...state, question: null }, state.question.event)),
	importOpened: (state) => ({ ...state, importing: true }),
	importClosed: (state) => ({ ...state, importing: false }),
	imported: (state, { draft, bounds }) => {
		const focus = bounds === null ? state.focus : lookingAt(bounds);
		return { ...edit(state, draft), chosen: null, picks: NO_PICKS, importing: false, focus };
	},
	saving: (state, { words }) => ({ ...state, saving: words, problem: null }),
	// Ids and codes from the service become part of the draft; edits made meanwhile stay.
	advanced: (state, { base, sent }) => {
		const give = (own: Draft) => withGiven(own, sent, base.draft);
		return { ...state, base, history: takeStep(state.history, { kind: "settle", give }) };
	},
	saveEnded: (state, { problem, conflict }) => ({ ...state, saving: null, problem, conflict }),
	conflictFound: (state, { conflict }) => ({ ...state, conflict }),
	adopted: (state, { base }) => ({ ...edit(state, base.draft), base, chosen: null }),
	designRenewed: (state, { design }) => ({ ...state, base: { ...state.base, design } }),
	merged: (state, { draft }) =>
		state.conflict === null ? state : { ...edit(state, draft), base: state.conflict.theirs, conflict: null },
	conflictClosed: (state) => ({ ...state, conflict: null }),
	leaving: (state, { go }) => ({ ...state, leaving: go }),
	stayed: (state) => ({ ...state, leaving: null }),
};

const handle = <Type extends keyof Events>(state: EditorState, event: EventOf<Type>): EditorState =>
	HANDLERS[event.type](state, event);

/** The editor's state after an event. */
export const reduceEditor = (state: EditorState, event: EditorEvent): EditorState => handle(state, event);
