"use client";

import { type FocusEvent, type KeyboardEvent, useId, useState } from "react";
import { keyOf } from "@/components/kit/keyboard/key-of";
import { controlClass } from "@/components/kit/ui/field";
import { formatCount } from "@/lib/browser/format";
import type { RefusedRow } from "./read-import";
import { rowsWithErrors } from "./rows-with-errors";
import type { ShownColumns } from "./shown-columns";

/** Rows that can be fixed at a time; the next ones follow. */
const SHOWN = 50;

export interface RefusedGridProps {
	columns: ShownColumns;
	rows: readonly RefusedRow[];
	/** Of the file. */
	total: number;
	/** Called with all fields of a row once the focus leaves it. */
	onFix: (line: number, cells: readonly string[]) => void;
}

/** The rows of a table with errors, with fields to fix beside the reason of each. */
export function RefusedGrid({ columns, rows, total, onFix }: RefusedGridProps) {
	const lines = new Map(rows.flatMap((row) => (row.cells === undefined ? [] : [[row.line, row] as const])));
	const own = [...lines.values()].slice(0, SHOWN);
	const { headings, roles } = columns;
	const hasMisfits = own.some(({ cells }) => cells?.length !== headings.length);
	const width = Math.max(headings.length, ...own.map(({ cells }) => cells?.length ?? 0));
	const shown = Array.from({ length: width }, (_, index) => index).filter(
		(index) => hasMisfits || !["property", "ignored"].includes(roles[index] ?? ""),
	);
	if (own.length === 0) return null;
	const listed =
		own.length < total ? `The first ${formatCount(own.length)} of ${rowsWithErrors(total)}` : rowsWithErrors(total);
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
		<div tabIndex={0} className="max-h-map overflow-auto rounded-md border border-line">
			<table className="w-full border-collapse">
				<caption className="px-3 py-1.5 text-start text-muted text-small">
					{listed}. Fix a field and press Enter; the row then joins the list.
				</caption>
				<thead>
					<tr className="text-muted text-small">
						<th scope="col" className="px-1 py-1 text-end font-medium sm:w-16 sm:px-3">
							Line
						</th>
						<th
							scope="col"
							className="min-w-24 bg-raised px-2 py-1 text-start font-medium sm:sticky sm:start-0 sm:min-w-48"
						>
							Reason
						</th>
						{shown.map((index) => (
							<th key={index} scope="col" className="min-w-18 px-2 py-1 text-start font-medium sm:min-w-32">
								<bdi className="line-clamp-1">{nameOf(headings, index)}</bdi>
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{own.map((row) => (
						<GridRow key={row.line} {...{ row, headings, shown, onFix }} />
					))}
				</tbody>
			</table>
		</div>
	);
}

const nameOf = (headings: readonly string[], index: number) => headings[index]?.trim() || `Column ${index + 1}`;

interface GridRowProps extends Pick<RefusedGridProps, "onFix"> {
	row: RefusedRow;
	headings: readonly string[];
	shown: readonly number[];
}

function GridRow({ row: { line, reason, cells = [] }, headings, shown, onFix }: GridRowProps) {
	const reasonId = useId();
	const [typed, setTyped] = useState<readonly string[]>(cells);
	const apply = () => {
		if (typed.length !== cells.length || typed.some((text, index) => text !== cells[index]))
			onFix(line, fitted(typed, headings.length));
	};
	const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLTableRowElement>) => {
		if (!currentTarget.contains(relatedTarget)) apply();
	};
	const press = (event: KeyboardEvent<HTMLInputElement>) => {
		if (keyOf(event) !== "Enter") return;
		event.preventDefault();
		// As in a spreadsheet: the row below is next.
		const { cellIndex } = event.currentTarget.closest("td") as HTMLTableCellElement;
		const below = event.currentTarget.closest("tr")?.nextElementSibling as HTMLTableRowElement | null;
		const next = below?.cells[cellIndex]?.querySelector("input");
		if (next) next.focus();
		else apply();
	};
	return (
		<tr className="border-line border-t" onBlur={leave}>
			<td className="px-1 py-1 text-end align-top sm:px-3">{formatCount(line)}</td>
			<td id={reasonId} className="bg-raised px-2 py-1 align-top text-bad text-small sm:sticky sm:start-0">
				<bdi>{reason}</bdi>
			</td>
			{shown.map((index) => (
				<td key={index} className="px-1 py-1 align-top">
					<input
						aria-label={`${nameOf(headings, index)}, line ${line}`}
						aria-describedby={reasonId}
						value={typed[index] ?? ""}
						onChange={({ target }) => setTyped(withCell(typed, index, target.value))}
						onKeyDown={press}
						className={controlClass("w-full font-mono text-small")}
					/>
				</td>
			))}
		</tr>
	);
}

const withCell = (cells: readonly string[], index: number, text: string) =>
	Array.from({ length: Math.max(cells.length, index + 1) }, (_, at) => (at === index ? text : (cells[at] ?? "")));

/** As many fields as the header row, but for those beyond it that hold something. */
function fitted(cells: readonly string[], count: number): string[] {
	const last = cells.findLastIndex((cell) => cell.trim() !== "");
	return Array.from({ length: Math.max(count, last + 1) }, (_, index) => cells[index] ?? "");
}
