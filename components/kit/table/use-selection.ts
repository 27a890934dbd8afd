"use client";

import type { RowSelectionState, Updater } from "@tanstack/react-table";
import { useCallback, useMemo, useState } from "react";

/** The rows of a list that the reader has chosen, by id. */
export interface Selection<T> {
	/** The selected rows as the page has them now; rows that left the page are no longer selected. */
	rows: T[];
	state: RowSelectionState;
	update: (updater: Updater<RowSelectionState>) => void;
	/** Chooses exactly these. */
	choose: (ids: readonly string[]) => void;
	clear: () => void;
}

/**
 * Keeps which rows are chosen; renewed rows (live updates) stay chosen as long as they are on the
 * page.
 */
export function useSelection<T extends { id: string }>(rows: readonly T[] | undefined): Selection<T> {
	const [state, setState] = useState<RowSelectionState>({});
	const chosen = useMemo(() => rows?.filter(({ id }) => state[id] === true) ?? [], [rows, state]);
	const update = useCallback((updater: Updater<RowSelectionState>) => setState(updater), []);
	const choose = useCallback(
		(ids: readonly string[]) => setState(Object.fromEntries(ids.map((id) => [id, true as const]))),
		[],
	);
	const clear = useCallback(() => setState({}), []);
	return { rows: chosen, state, update, choose, clear };
}
