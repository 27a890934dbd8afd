"use client";

import type { RowSelectionState, Updater } from "@tanstack/react-table";
import { useCallback, useMemo, useState } from "react";

/** The rows of a list that the reader has chosen, by id. */
export interface Selection<T> {
	/** The selected rows: those of the page as it has them now, then `hidden`. */
	rows: T[];
	/** Selected rows of other pages and filters, as they were when they were shown last. */
	hidden: T[];
	state: RowSelectionState;
	update: (updater: Updater<RowSelectionState>) => void;
	/** Chooses exactly these. */
	choose: (ids: readonly string[]) => void;
	/** Leaves these out, such as rows that are gone. */
	remove: (ids: readonly string[]) => void;
	clear: () => void;
}

type Row = { id: string };
type Kept<T> = ReadonlyMap<string, T>;

/** The kept rows as the page has them now; the same map where nothing has changed. */
export function renewKept<T extends Row>(kept: Kept<T>, rows: readonly T[]): Kept<T> {
	const newer = rows.filter((row) => kept.has(row.id) && kept.get(row.id) !== row);
	return newer.length === 0 ? kept : new Map([...kept, ...newer.map((row) => [row.id, row] as const)]);
}

/** Keeps exactly these ids, as far as a row of them is known. */
export function keepRows<T extends Row>(kept: Kept<T>, rows: readonly T[], ids: readonly string[]): Kept<T> {
	const known = new Map([...kept, ...rows.map((row) => [row.id, row] as const)]);
	return new Map(
		ids.flatMap((id) => {
			const row = known.get(id);
			return row === undefined ? [] : [[id, row] as const];
		}),
	);
}

const stateOf = (kept: Kept<Row>): RowSelectionState =>
	Object.fromEntries([...kept.keys()].map((id) => [id, true as const]));
const NONE: never[] = [];

/**
 * Keeps which rows are chosen, also those that another page or filter hides; renewed rows (live
 * updates) stay chosen.
 */
export function useSelection<T extends Row>(rows: readonly T[] = NONE): Selection<T> {
	const [before, setKept] = useState<Kept<T>>(new Map());
	const kept = renewKept(before, rows);
	// A decision on a row that is hidden later holds for the row as it was shown last.
	if (kept !== before) setKept(kept);
	const state = useMemo(() => stateOf(kept), [kept]);
	const shown = useMemo(() => rows.filter(({ id }) => kept.has(id)), [rows, kept]);
	const hidden = useMemo(() => {
		const ids = new Set(shown.map(({ id }) => id));
		return [...kept.values()].filter(({ id }) => !ids.has(id));
	}, [shown, kept]);
	const choose = useCallback((ids: readonly string[]) => setKept((now) => keepRows(now, rows, ids)), [rows]);
	const update = useCallback(
		(updater: Updater<RowSelectionState>) =>
			setKept((now) => {
				const next = typeof updater === "function" ? updater(stateOf(now)) : updater;
				return keepRows(now, rows, Object.keys(next));
			}),
		[rows],
	);
	const remove = useCallback(
		(ids: readonly string[]) => setKept((now) => new Map([...now].filter(([id]) => !ids.includes(id)))),
		[],
	);
	const clear = useCallback(() => setKept(new Map()), []);
	return { rows: useMemo(() => [...shown, ...hidden], [shown, hidden]), hidden, state, update, choose, remove, clear };
}
