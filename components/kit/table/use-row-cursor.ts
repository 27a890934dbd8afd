import { useState } from "react";
import type { Shortcut } from "@/components/kit/keyboard/shortcuts";

export interface RowCursor<T> {
	/** The row that single keys mean; null while none was gone to. */
	row: T | null;
	/** The keys that move it. */
	shortcuts: Shortcut[];
}

/**
 * The id of the element of a row, its link, that has the focus while the row is the one that keys
 * mean.
 */
export const rowLinkId = (id: string): string => `row-${id}`;

/** The current row of a list, which keys act on; `j` and `k` move it and the focus. */
export function useRowCursor<T extends { id: string }>(rows: readonly T[] | undefined, what: string): RowCursor<T> {
	const [id, setId] = useState<string | null>(null);
	const at = rows?.findIndex((row) => row.id === id) ?? -1;
	const step = (by: 1 | -1) => {
		const next = rows?.[at < 0 ? 0 : at + by];
		if (next === undefined) return;
		setId(next.id);
		const link = document.getElementById(rowLinkId(next.id));
		link?.focus({ preventScroll: true });
		link?.scrollIntoView({ block: "nearest" });
	};
	return {
		row: rows?.[at] ?? null,
		shortcuts: [
			{ keys: ["j"], does: `Next ${what}`, run: () => step(1), repeats: true, moves: true },
			{ keys: ["k"], does: `Previous ${what}`, run: () => step(-1), repeats: true, moves: true },
		],
	};
}
