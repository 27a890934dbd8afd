import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ActivationWarning } from "@/lib/contract/preview";
import type { QueuedRequest } from "@/lib/contract/queue";

/** A request of the queue; its row has what its approver wants to know first. */
export type QueueRow = DeploymentDetail & Partial<Pick<QueuedRequest, "warnings" | "comment_count">>;

/** A page of the queue as the URL names it and the service answers it. */
export interface List {
	/** Names the filters and the offset. */
	page: string;
	offset: number;
	/** The request that the URL names. */
	request: string | null;
	/** Null while the first answer is on its way. */
	rows: readonly QueueRow[] | null;
	total: number;
	/** Whether the rows belong to this page, and not to the one before it. */
	answered: boolean;
}

export type BulkQuestion = "activate" | "reject" | "tag";

/** The dialog that is open. */
export type Question =
	| { about: "shown"; action: "reject" | "tag" | "schedule" }
	| { about: "warnings"; request: DeploymentDetail; warnings: readonly ActivationWarning[]; asProposed: boolean }
	| { about: "selection"; action: BulkQuestion };

/** A decision made here, with the requests as they were before it. */
export interface UndoableDecision {
	action: "activate" | "reject" | "tag";
	requests: readonly DeploymentDetail[];
	/** Of those, the ids of the requests that were only scheduled. */
	scheduled?: readonly string[];
}

export interface QueueState {
	list: List;
	/** The rows that still wait; null while the first answer is on its way. */
	rows: readonly QueueRow[] | null;
	/**
	 * Decided here, each at which revision: they leave the rows before the service's next answer does
	 * without them. A request that is pending again has a later revision, and its row.
	 */
	decided: ReadonlyMap<string, number>;
	/** The request that the URL named again: it is read although it was decided on here. */
	reopened: string | null;
	/** The current request of a page where the URL names none: new rows above do not replace it. */
	pinned: { page: string; id: string } | null;
	/** Where the current request stands, or stood before it left the rows. */
	place: number;
	/** The offset of the page that the reader enters at its last row. */
	enterLast: number | null;
	/** The request in the panel as it was when the reader began to look at it. */
	seen: DeploymentDetail | null;
	/** The request that the reader selected last: its coming into the panel is no surprise. */
	chosen: string | null;
	/** The request that the reader stepped to last. */
	stepped: string | null;
	/** Whether the panel has shown a request, or the queue was empty. */
	begun: boolean;
	/** The request and revision that the panel shows, as `id revision`. */
	watched: string | null;
	/**
	 * The `id revision` that others have just changed in the panel: for a moment, decisions meant for
	 * the former state are ignored.
	 */
	guarded: string | null;
	/** All that match are being selected: keys are meant for them. */
	selecting: boolean;
	/** A decision was ignored. */
	ignored: boolean;
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
	/** The selected requests that the last bulk decision was refused for; some may be gone by then. */
	failed: readonly DeploymentDetail[];
	/** The request toggled last, where a range begins. */
	anchor: string | null;
	/** The outcome of the last bulk decision, or how the selection was bounded. */
	note: string | null;
	question: Question | null;
	/** An activation waits for the service. */
	activating: boolean;
	/** The request that had changed before its activation, and the service's reason. */
	refused: { id: string; reason: string } | null;
	/** The last decision while it can be undone. */
	undo: UndoableDecision | null;
}

export interface Events {
	/** The URL or the service's answer changed. */
	listed: { list: List };
	/** The reader goes back to the page before this one. */
	turnedBack: { offset: number };
	/** The panel shows a request, or none. */
	shown: { request: DeploymentDetail | null };
	/** The changed state in the panel has been visible for a while. */
	arrived: object;
	/** A decision came just after its request had changed. */
	ignored: object;
	/** The reader selects a request, by a step to the next or previous one or otherwise. */
	chosen: { id: string; step: boolean };
	/** The reader opens a request to read it in the panel. */
	opened: { id: string };
	focused: object;
	toggled: { request: DeploymentDetail; range: boolean };
	allSelected: { requests: readonly DeploymentDetail[]; note: string | null };
	selecting: { on: boolean };
	/** Selected requests were deleted, or decided elsewhere. */
	gone: { ids: readonly string[] };
	/** The reader has read why these could not be decided. */
	failuresRead: { ids: readonly string[] };
	cleared: object;
	asked: { question: Question };
	dismissed: object;
	activationStarted: object;
	activationRefused: { id: string; reason: string };
	activationFailed: object;
	activated: { request: DeploymentDetail };
	/** The request was scheduled: it waits for its time. */
	scheduled: { request: DeploymentDetail };
	/** The request was approved: it waits for others, or for its time. */
	handedOn: { request: DeploymentDetail };
	rejected: { request: DeploymentDetail };
	/** `latest`: the selected requests as the page knows them now. */
	bulkDecided: {
		action: BulkQuestion;
		done: readonly string[];
		/** Of those, the requests that wait for their time. */
		scheduled: readonly string[];
		/** Of those, the requests that wait for other administrators, which an undo leaves alone. */
		approved: readonly string[];
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
	/** Requests that were decided here are pending again. */
	undone: { requests: readonly DeploymentDetail[] };
	undoEnded: object;
}

export type EventOf<Type extends keyof Events> = { [Key in Type]: { type: Key } & Events[Key] }[Type];
export type QueueEvent = EventOf<keyof Events>;

export const EMPTY_QUEUE: QueueState = {
	list: { page: "", offset: 0, request: null, rows: null, total: 0, answered: false },
	rows: null,
	decided: new Map(),
	reopened: null,
	pinned: null,
	place: 0,
	enterLast: null,
	seen: null,
	chosen: null,
	stepped: null,
	begun: false,
	watched: null,
	guarded: null,
	selecting: false,
	ignored: false,
	own: new Set(),
	deciding: null,
	focus: null,
	selected: new Map(),
	problems: new Map(),
	failed: [],
	anchor: null,
	note: null,
	question: null,
	activating: false,
	refused: null,
	undo: null,
};
