import type { DeploymentDetail } from "@/lib/contract/deployment";
import { asActivated } from "./as-activated";
import { isDecided, lookAt } from "./queue-look";
import type {
	BulkQuestion,
	EventOf,
	Events,
	List,
	Question,
	QueueEvent,
	QueueState,
	UndoableDecision,
} from "./queue-types";

const keyOf = ({ id, revision }: DeploymentDetail) => `${id} ${revision}`;

const waiting = (list: List, decided: QueueState["decided"]) =>
	list.rows?.filter((row) => !isDecided(decided, row)) ?? null;

/** Pins the current request where the URL names none, and remembers where it stands. */
function settle(state: QueueState): QueueState {
	const { row, place } = lookAt(state);
	if (row === undefined || state.list.request !== null) return { ...state, place };
	const pinned = { page: state.list.page, id: row.id };
	return { ...state, pinned, place: state.rows?.indexOf(row) ?? 0, enterLast: null };
}

function leave(state: QueueState, requests: readonly DeploymentDetail[]): QueueState {
	const decided = new Map([...state.decided, ...requests.map(({ id, revision }) => [id, revision] as const)]);
	const reopened = requests.some(({ id }) => id === state.reopened) ? null : state.reopened;
	return settle({ ...state, decided, reopened, rows: waiting(state.list, decided) });
}

/** The focus goes on with a decision: to the next request, or to the page where none is left. */
function leavePanel(state: QueueState, request: DeploymentDetail): QueueState {
	const focus = state.seen?.id === request.id ? { after: request.id } : state.focus;
	return leave({ ...state, focus }, [request]);
}

const without = <T>(map: ReadonlyMap<string, T>, ids: readonly string[]): ReadonlyMap<string, T> =>
	new Map([...map].filter(([id]) => !ids.includes(id)));

const withAll = ({ selected }: QueueState, more: readonly DeploymentDetail[]): ReadonlyMap<string, DeploymentDetail> =>
	new Map([...selected, ...more.map((request) => [request.id, request] as const)]);

/** Without any selected request, the keys decide on the shown one again: not at once. */
const withSelected = (state: QueueState, selected: QueueState["selected"]): QueueState => ({
	...state,
	selected,
	guarded: selected.size === 0 ? state.watched : state.guarded,
});

function toggle(state: QueueState, { request, range }: Events["toggled"]): QueueState {
	const { id } = request;
	const rows = state.rows ?? [];
	const places = [state.anchor, id].map((end) => rows.findIndex((row) => row.id === end)).sort((a, b) => a - b);
	const [from = -1, to = -1] = places;
	const anchored = { ...state, anchor: id };
	if (range && from >= 0) return { ...anchored, selected: withAll(state, rows.slice(from, to + 1)) };
	const problems = without(state.problems, [id]);
	const selected = state.selected.has(id) ? without(state.selected, [id]) : withAll(state, [request]);
	return { ...anchored, selected, problems };
}

/** The state with a dialog closed, unless the open one is about something else. */
const closed = (state: QueueState, about: Question["about"]): QueueState =>
	state.question?.about === about ? { ...state, question: null } : state;

/**
 * Notes the panel's request. A change by others, rather than by the reader's selection or decision,
 * guards the new state for a moment.
 */
function watch(state: QueueState, request: DeploymentDetail | null): QueueState {
	const begun = state.begun || request !== null || (state.list.answered && state.list.rows?.length === 0);
	const watched = request === null ? null : keyOf(request);
	if (watched === state.watched && begun === state.begun) return state;
	if (request === null) return { ...state, begun, watched, guarded: null, ignored: false };
	const another = request.id !== state.seen?.id;
	const known = state.own.has(keyOf(request)) || state.deciding === keyOf(request);
	const expected = another ? !state.begun || request.id === state.chosen : known;
	return { ...state, begun, watched, guarded: expected ? null : watched, ignored: false };
}

/** The way back from a bulk decision; null where there is none. */
export function undoOf({
	action,
	decided,
	scheduled,
	approved,
}: {
	action: BulkQuestion;
	decided: readonly DeploymentDetail[];
	scheduled: readonly string[];
	approved: readonly string[];
}): UndoableDecision | null {
	// Removing a schedule would also remove the approvals of others that it rests on.
	const isOthers = ({ id, approvals }: DeploymentDetail) =>
		approved.includes(id) || (scheduled.includes(id) && approvals !== null);
	const own = decided.filter((one) => !isOthers(one));
	if (own.length === 0) return null;
	// Many are activated at the times that their requesters proposed.
	const requests =
		action === "activate" ? own.map((one) => (scheduled.includes(one.id) ? one : asActivated(one, true))) : own;
	return { action, requests, scheduled: scheduled.filter((id) => own.some((one) => one.id === id)) };
}

const HANDLERS: { [Type in keyof Events]: (state: QueueState, event: EventOf<Type>) => QueueState } = {
	listed: (state, { list }) => {
		const fields = Object.keys(list) as (keyof List)[];
		if (fields.every((field) => list[field] === state.list[field])) return state;
		const rows = list.rows === state.list.rows ? state.rows : waiting(list, state.decided);
		const reopened = list.request === state.list.request ? state.reopened : list.request;
		return settle({ ...state, list, rows, reopened });
	},
	turnedBack: (state, { offset }) => ({ ...state, enterLast: offset }),
	shown: (state, { request }) => {
		const watching = watch(state, request);
		if (request?.id !== state.seen?.id) return { ...closed(watching, "shown"), seen: request };
		const unseen = request !== null && request.revision !== state.seen?.revision;
		return unseen && state.own.has(keyOf(request)) ? { ...watching, seen: request } : watching;
	},
	arrived: (state) => ({ ...state, guarded: null }),
	ignored: (state) => ({ ...state, ignored: true }),
	chosen: (state, { id, step }) => ({ ...state, chosen: id, stepped: step ? id : null }),
	opened: (state, { id }) => {
		const shown = state.seen?.id ?? null;
		return { ...state, chosen: id, stepped: null, focus: { after: shown === id ? null : shown } };
	},
	focused: (state) => ({ ...state, focus: null }),
	toggled: toggle,
	allSelected: (state, { requests, note }) => ({
		...closed(state, "shown"),
		selecting: false,
		selected: withAll(state, requests),
		note,
	}),
	selecting: (state, { on }) => ({ ...state, selecting: on }),
	gone: (state, { ids }) => {
		// A running decision reports the outcome of each request.
		const isAsked = state.question?.about === "selection";
		if (isAsked || !ids.some((id) => state.selected.has(id))) return state;
		return withSelected(state, without(state.selected, ids));
	},
	failuresRead: (state, { ids }) => ({ ...state, problems: without(state.problems, ids), note: null }),
	cleared: (state) => ({ ...state, selected: new Map(), problems: new Map(), failed: [], note: null }),
	asked: (state, { question }) => ({
		...state,
		question,
		activating: state.activating && question.about !== "warnings",
	}),
	dismissed: (state) => ({ ...state, question: null }),
	activationStarted: (state) => ({ ...state, activating: true, ignored: false, refused: null }),
	activationRefused: (state, { id, reason }) => ({
		...closed(state, "warnings"),
		activating: false,
		refused: { id, reason },
	}),
	activationFailed: (state) => ({ ...state, activating: false }),
	activated: (state, { request }) => {
		const undo = { action: "activate", requests: [request] } as const;
		return leavePanel({ ...closed(state, "warnings"), activating: false, undo }, request);
	},
	scheduled: (state, { request }) => {
		const undo = { action: "activate", requests: [request], scheduled: [request.id] } as const;
		return leavePanel({ ...closed(state, "warnings"), activating: false, undo }, request);
	},
	handedOn: (state, { request }) => leavePanel({ ...closed(state, "warnings"), activating: false }, request),
	rejected: (state, { request }) => {
		const undo = { action: "reject", requests: [request] } as const;
		return leavePanel({ ...closed(state, "shown"), undo }, request);
	},
	bulkDecided: (state, { action, done, scheduled, approved, failures, latest, note }) => {
		const kept = [...state.selected].filter(([id]) => failures.has(id));
		const selected = new Map(kept.map(([id, before]) => [id, latest.find((row) => row.id === id) ?? before]));
		const decided = [...state.selected.values()].filter(({ id }) => done.includes(id));
		const undo = undoOf({ action, decided, scheduled, approved }) ?? state.undo;
		const failed = [...selected.values()];
		const next = { ...closed(state, "selection"), problems: failures, failed, note, undo };
		return leave(withSelected(next, selected), action === "tag" ? [] : decided);
	},
	ownChange: (state, { id, revision }) => ({ ...state, own: new Set([...state.own, `${id} ${revision + 1}`]) }),
	decisionSent: (state, { id, revision }) => ({ ...state, deciding: `${id} ${revision + 1}` }),
	decisionFailed: (state) => ({ ...state, deciding: null }),
	lookedAgain: (state, { request }) => ({ ...state, seen: request, refused: null }),
	undone: (state, { requests }) => {
		const back = new Set(requests.map(({ id }) => id));
		const decided = new Map([...state.decided].filter(([id]) => !back.has(id)));
		const own = new Set([...state.own, ...requests.map(keyOf)]);
		return settle({ ...state, decided, own, rows: waiting(state.list, decided) });
	},
	undoEnded: (state) => ({ ...state, undo: null }),
};

const handle = <Type extends keyof Events>(state: QueueState, event: EventOf<Type>): QueueState =>
	HANDLERS[event.type](state, event);

/** The screen's state after an event. */
export const reduceQueue = (state: QueueState, event: QueueEvent): QueueState => handle(state, event);
