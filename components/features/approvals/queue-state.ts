import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ActivationWarning } from "@/lib/contract/preview";
import { PAGE_SIZE } from "./approval-filters";

/** A page of the queue as the URL names it and the service answers it. */
export interface List {
	/** Names the filters and the offset. */
	page: string;
	offset: number;
	/** The request that the URL names. */
	request: string | null;
	/** Null while the first answer is on its way. */
	rows: readonly DeploymentDetail[] | null;
	total: number;
	/** Whether the rows belong to this page, and not to the one before it. */
	answered: boolean;
}

export type BulkQuestion = "activate" | "reject" | "tag";

/** The dialog that is open. */
export type Question =
	| { about: "shown"; action: "reject" | "tag" | "schedule" }
	| { about: "warnings"; request: DeploymentDetail; warnings: readonly ActivationWarning[] }
	| { about: "selection"; action: BulkQuestion };

export interface QueueState {
	list: List;
	/** The rows that still wait; null while the first answer is on its way. */
	rows: readonly DeploymentDetail[] | null;
	/** Decided here: they leave the rows before the service's next answer does without them. */
	decided: ReadonlySet<string>;
	/** The current request of a page where the URL names none: new rows above do not replace it. */
	pinned: { page: string; id: string } | null;
	/** Where the current request stands, or stood before it left the rows. */
	place: number;
	/** The offset of the page that the reader enters at its last row. */
	enterLast: number | null;
	/** The request in the panel as it was when the reader began to look at it. */
	seen: DeploymentDetail | null;
	/**
	 * The request that has just taken the place of one decided here: a click that was meant for that
	 * one does not decide on it.
	 */
	arriving: string | null;
	/** Revisions made on this page, as `id revision`: the reader needs no notice of them. */
	own: ReadonlySet<string>;
	/** The revision after a decision whose answer is pending. */
	deciding: string | null;
	/** The panel's heading takes the focus once the panel shows another request than `after`. */
	focus: { after: string | null } | null;
	/** Requests to decide on together, each as it was when selected; pages and filters keep them. */
	selected: ReadonlyMap<string, DeploymentDetail>;
	/** Why the last decision on a selected request was refused, by its id. */
	problems: ReadonlyMap<string, string>;
	/** The request toggled last, where a range begins. */
	anchor: string | null;
	/** The outcome of the last bulk decision, or how the selection was bounded. */
	note: string | null;
	question: Question | null;
	/** An activation waits for the service. */
	activating: boolean;
	/** The request that had changed before its activation, and the service's reason. */
	refused: { id: string; reason: string } | null;
	/** The last activation, as it was before, while it can be undone. */
	undo: DeploymentDetail | null;
}

interface Events {
	/** The URL or the service's answer changed. */
	listed: { list: List };
	/** The reader goes back to the page before this one. */
	turnedBack: { offset: number };
	/** The panel shows a request, or none. */
	shown: { request: DeploymentDetail | null };
	/** The request that took the place of a decided one has been shown for a while. */
	arrived: object;
	/** The reader opens a request to read it in the panel. */
	opened: { id: string };
	focused: object;
	toggled: { request: DeploymentDetail; range: boolean };
	allSelected: { requests: readonly DeploymentDetail[]; note: string | null };
	leftOut: { ids: readonly string[] };
	cleared: object;
	asked: { question: Question };
	dismissed: object;
	activationStarted: object;
	activationRefused: { id: string; reason: string };
	activationFailed: object;
	activated: { request: DeploymentDetail };
	rejected: { request: DeploymentDetail };
	/** `latest`: the selected requests as the page knows them now. */
	bulkDecided: {
		action: BulkQuestion;
		done: readonly string[];
		failures: ReadonlyMap<string, string>;
		latest: readonly DeploymentDetail[];
		note: string | null;
	};
	/** A decision that is about to be sent raises the revision by one. */
	ownChange: { id: string; revision: number };
	/** The service is about to hear of a decision that ends the request. */
	decisionSent: { id: string; revision: number };
	/** The decision failed: a change to that revision is another user's. */
	decisionFailed: object;
	lookedAgain: { request: DeploymentDetail };
	undoEnded: object;
}

type EventOf<Type extends keyof Events> = { [Key in Type]: { type: Key } & Events[Key] }[Type];
export type QueueEvent = EventOf<keyof Events>;

export const EMPTY_QUEUE: QueueState = {
	list: { page: "", offset: 0, request: null, rows: null, total: 0, answered: false },
	rows: null,
	decided: new Set(),
	pinned: null,
	place: 0,
	enterLast: null,
	seen: null,
	arriving: null,
	own: new Set(),
	deciding: null,
	focus: null,
	selected: new Map(),
	problems: new Map(),
	anchor: null,
	note: null,
	question: null,
	activating: false,
	refused: null,
	undo: null,
};

export interface Look {
	/** The current request; null when there is none. */
	id: string | null;
	/** Its row; undefined once it has left the list. */
	row: DeploymentDetail | undefined;
	/** Where it stands among the rows, or stood. */
	place: number;
	/** Requests that wait, on all pages. */
	total: number;
	/** The URL still names a request that was decided here. */
	outdated: boolean;
}

/**
 * The current request. Neither new rows nor another user's decision change it, so that the reader
 * never acts on another one. After a decision here the next row follows.
 */
export function lookAt({ list, rows, decided, pinned, place: last, enterLast }: QueueState): Look {
	const all = list.rows ?? [];
	const chosen = list.request ?? (pinned?.page === list.page ? pinned.id : null);
	const index = all.findIndex(({ id }) => id === chosen);
	const before = all.slice(0, Math.max(0, index));
	const place = index < 0 ? last : before.filter(({ id }) => !decided.has(id)).length;
	const left = chosen !== null && decided.has(chosen);
	const total = list.total - all.length + (rows?.length ?? 0);
	const look = { place, total, outdated: left && chosen === list.request && list.answered };
	if (chosen !== null && !left) return { ...look, id: chosen, row: all[index] };
	const entry = left ? (rows?.[place] ?? rows?.at(-1)) : enterLast === list.offset ? rows?.at(-1) : rows?.[0];
	const row = list.answered ? entry : undefined;
	return { ...look, id: row?.id ?? null, row };
}

/** The next or previous request: a row of this page, or another page; null at either end. */
export function neighbor(state: QueueState, by: 1 | -1): { row: DeploymentDetail } | { offset: number } | null {
	const { list, rows } = state;
	const { row, place } = lookAt(state);
	if (rows === null) return null;
	// The row that follows a request which left the list has taken its place.
	const next = rows[row === undefined && by === 1 ? place : place + by];
	if (next !== undefined) return { row: next };
	if (by === 1) return list.offset + PAGE_SIZE < list.total ? { offset: list.offset + PAGE_SIZE } : null;
	return list.offset > 0 ? { offset: Math.max(0, list.offset - PAGE_SIZE) } : null;
}

/** Whether the request is as a decision on this page has made it: no news to the reader. */
export const decidedHere = ({ own, deciding }: QueueState, { id, revision }: DeploymentDetail) =>
	own.has(`${id} ${revision}`) || deciding === `${id} ${revision}`;

/** Selected requests that could not be decided, and have no row to display the reason. */
export const leftApart = ({ selected, problems, rows }: QueueState): DeploymentDetail[] =>
	[...selected.values()].filter(({ id }) => problems.has(id) && !rows?.some((row) => row.id === id));

const waiting = (list: List, decided: ReadonlySet<string>) => list.rows?.filter(({ id }) => !decided.has(id)) ?? null;

/** Pins the current request where the URL names none, and remembers where it stands. */
function settle(state: QueueState): QueueState {
	const { row, place } = lookAt(state);
	if (row === undefined || state.list.request !== null) return { ...state, place };
	const pinned = { page: state.list.page, id: row.id };
	return { ...state, pinned, place: state.rows?.indexOf(row) ?? 0, enterLast: null };
}

function leave(state: QueueState, ids: readonly string[]): QueueState {
	const decided = new Set([...state.decided, ...ids]);
	return settle({ ...state, decided, rows: waiting(state.list, decided) });
}

/** The focus goes on with a decision: to the next request, or to the page where none is left. */
function leavePanel(state: QueueState, { id }: DeploymentDetail): QueueState {
	const focus = state.seen?.id === id ? { after: id } : state.focus;
	return leave({ ...state, focus }, [id]);
}

const without = <T>(map: ReadonlyMap<string, T>, ids: readonly string[]): ReadonlyMap<string, T> =>
	new Map([...map].filter(([id]) => !ids.includes(id)));

const withAll = ({ selected }: QueueState, more: readonly DeploymentDetail[]): ReadonlyMap<string, DeploymentDetail> =>
	new Map([...selected, ...more.map((request) => [request.id, request] as const)]);

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

const HANDLERS: { [Type in keyof Events]: (state: QueueState, event: EventOf<Type>) => QueueState } = {
	listed: (state, { list }) => {
		const fields = Object.keys(list) as (keyof List)[];
		if (fields.every((field) => list[field] === state.list[field])) return state;
		const rows = list.rows === state.list.rows ? state.rows : waiting(list, state.decided);
		return settle({ ...state, list, rows });
	},
	turnedBack: (state, { offset }) => ({ ...state, enterLast: offset }),
	shown: (state, { request }) => {
		if (request?.id !== state.seen?.id) {
			const follows = state.seen !== null && state.decided.has(state.seen.id);
			return { ...closed(state, "shown"), seen: request, arriving: follows ? (request?.id ?? null) : null };
		}
		const unseen = request !== null && request.revision !== state.seen?.revision;
		return unseen && state.own.has(`${request.id} ${request.revision}`) ? { ...state, seen: request } : state;
	},
	arrived: (state) => ({ ...state, arriving: null }),
	opened: (state, { id }) => {
		const shown = state.seen?.id ?? null;
		return { ...state, focus: { after: shown === id ? null : shown } };
	},
	focused: (state) => ({ ...state, focus: null }),
	toggled: toggle,
	allSelected: (state, { requests, note }) => ({
		...closed(state, "shown"),
		selected: withAll(state, requests),
		note,
	}),
	leftOut: (state, { ids }) => ({
		...state,
		selected: without(state.selected, ids),
		problems: without(state.problems, ids),
		note: null,
	}),
	cleared: (state) => ({ ...state, selected: new Map(), problems: new Map(), note: null }),
	asked: (state, { question }) => ({
		...state,
		question,
		activating: state.activating && question.about !== "warnings",
	}),
	dismissed: (state) => ({ ...state, question: null }),
	activationStarted: (state) => ({ ...state, activating: true, refused: null }),
	activationRefused: (state, { id, reason }) => ({
		...closed(state, "warnings"),
		activating: false,
		refused: { id, reason },
	}),
	activationFailed: (state) => ({ ...state, activating: false }),
	activated: (state, { request }) =>
		leavePanel({ ...closed(state, "warnings"), activating: false, undo: request }, request),
	rejected: (state, { request }) => leavePanel(closed(state, "shown"), request),
	bulkDecided: (state, { action, done, failures, latest, note }) => {
		const kept = [...state.selected].filter(([id]) => failures.has(id));
		const selected = new Map(kept.map(([id, before]) => [id, latest.find((row) => row.id === id) ?? before]));
		const next = { ...closed(state, "selection"), selected, problems: failures, note };
		return leave(next, action === "tag" ? [] : done);
	},
	ownChange: (state, { id, revision }) => ({ ...state, own: new Set([...state.own, `${id} ${revision + 1}`]) }),
	decisionSent: (state, { id, revision }) => ({ ...state, deciding: `${id} ${revision + 1}` }),
	decisionFailed: (state) => ({ ...state, deciding: null }),
	lookedAgain: (state, { request }) => ({ ...state, seen: request, refused: null }),
	undoEnded: (state) => ({ ...state, undo: null }),
};

const handle = <Type extends keyof Events>(state: QueueState, event: EventOf<Type>): QueueState =>
	HANDLERS[event.type](state, event);

/** The screen's state after an event. */
export const reduceQueue = (state: QueueState, event: QueueEvent): QueueState => handle(state, event);
