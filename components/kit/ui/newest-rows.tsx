"use client";

import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { formatCount, formatPlural } from "@/lib/browser/format";
import { Button } from "./button";
import { focusChild } from "./focus-child";

export interface NewestRowsProps<Row> {
	/** Those at hand, the newest first. */
	rows: readonly Row[];
	/** All that there are. */
	total: number;
	/** Number of rows before more are requested. */
	first: number;
	label: string;
	/** Where all of them are; after the words that say how many there are. */
	elsewhere?: ReactNode;
	/** A row as a list item. */
	children: (row: Row) => ReactNode;
}

/**
 * The newest rows of a card, by a press the earlier ones at hand, to which the focus goes on, and
 * how many there are beyond those.
 */
export function NewestRows<Row>({ rows, total, first, label, elsewhere, children }: NewestRowsProps<Row>) {
	const [all, setAll] = useState(false);
	const list = useRef<HTMLOListElement>(null);
	const showAll = () => {
		flushSync(() => setAll(true));
		// The button disappears: the focus moves to the first new row.
		focusChild(list.current, first);
	};
	return (
		<>
			<ol ref={list} aria-label={label} className="divide-y divide-line">
				{rows.slice(0, all ? undefined : first).map(children)}
			</ol>
			{rows.length > first && !all ? (
				<div className="border-line border-t p-1">
					<Button variant="link" onClick={showAll}>
						Show {formatPlural(rows.length - first, "earlier one")}
					</Button>
				</div>
			) : total > rows.length ? (
				<p className="border-line border-t px-3 py-2 text-muted text-small">
					The newest {formatCount(rows.length)} of {formatCount(total)}.
					{elsewhere === undefined ? null : <> {elsewhere}</>}
				</p>
			) : null}
		</>
	);
}
