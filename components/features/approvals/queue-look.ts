import type { DeploymentDetail } from "@/lib/contract/deployment";
import { PAGE_SIZE } from "./approval-filters";
import type { QueueRow, QueueState } from "./queue-types";

/** Whether a row is of a request that was decided here, and is not pending again. */
export const isDecided = (decided: QueueState["decided"], { id, revision }: DeploymentDetail): boolean =>
	revision <= (decided.get(id) ?? Number.NEGATIVE_INFINITY);

export interface Look {
	/** The current request; null when there is none. */
	id: string | null;
	/** Its row; undefined once it has left the list. */
	row: QueueRow | undefined;
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
export function lookAt(state: QueueState): Look {
	const { list, rows, decided, reopened, pinned, place: last, enterLast } = state;
	const all = list.rows ?? [];
	const chosen = list.request ?? (pinned?.page === list.page ? pinned.id : null);
	const index = all.findIndex(({ id }) => id === chosen);
	const before = all.slice(0, Math.max(0, index));
	const place = index < 0 ? last : before.filter((row) => !isDecided(decided, row)).length;
	const own = all[index];
	const left = chosen !== null && chosen !== reopened && (own ? isDecided(decided, own) : decided.has(chosen));
	const total = list.total - all.length + (rows?.length ?? 0);
	const look = { place, total, outdated: left && chosen === list.request && list.answered };
	if (chosen !== null && !left) return { ...look, id: chosen, row: own };
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

const isListed = ({ rows }: QueueState, id: string): boolean => rows?.some((row) => row.id === id) === true;

/** Selected requests that another page or filter hides, or that are gone. */
export const hiddenOf = (state: QueueState): DeploymentDetail[] =>
	[...state.selected.values()].filter(({ id }) => !isListed(state, id));

/** Requests that could not be decided together with others, and have no row to display the reason. */
export const leftApart = (state: QueueState): DeploymentDetail[] =>
	state.failed.filter(({ id }) => state.problems.has(id) && !isListed(state, id));
