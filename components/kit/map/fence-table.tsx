"use client";

import { type KeyboardEvent, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { keyOf } from "@/components/kit/keyboard/key-of";
import { Checkbox } from "@/components/kit/table/checkbox";
import { selectedWords } from "@/components/kit/table/selected-words";
import { cx } from "@/components/kit/ui/cx";
import { SearchField } from "@/components/kit/ui/filter-bar";
import { formatCount, formatPlural } from "@/lib/browser/format";
import { textFilter } from "@/lib/browser/text-search";
import { furtherProperties } from "@/lib/rules/geofences/further-properties";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { type FenceColumn, fenceColumns } from "./fence-columns";
import type { FenceIndex } from "./fence-index";
import { FenceRow, ROW } from "./fence-row";

const SPARE = 6;
/** Height in pixels of the headings, which stand there for further columns alone. */
const HEAD = 28;
/** Widths in pixels, below which the table scrolls sideways. */
const OWN_WIDTH = 380;
const COLUMN_WIDTH = 128;

export interface FenceTableProps {
	index: FenceIndex;
	names: readonly string[];
	chosen: number;
	onChoose: (row: number) => void;
	/**
	 * Called by the delete key on the chosen row with the next row; -1 when none is left. If absent,
	 * rows cannot be deleted.
	 */
	onRemove?: (next: number) => void;
	/** The rows that are selected together; if absent, rows cannot be. */
	picks?: FencePicks;
	/** Whether it takes all the height that is left, instead of scrolling within its own. */
	fill?: boolean;
}

/** Rows that are selected together, by a box for each, a range, or all that a search found. */
export interface FencePicks {
	has: (row: number) => boolean;
	/** How many are selected, found or not. */
	count: number;
	onPick: (rows: readonly number[], on: boolean) => void;
}

/**
 * Every fence as a row; only visible ones are in the page, so that a hundred thousand scroll like
 * ten.
 */
export function FenceTable({ index, names, chosen, onChoose, onRemove, picks, fill = false }: FenceTableProps) {
	const scroller = useRef<HTMLDivElement>(null);
	const stepping = useRef(false);
	/** Where a range begins: the row that was selected last. */
	const anchor = useRef(0);
	const [wanted, setWanted] = useState("");
	const [top, setTop] = useState(0);
	const [height, setHeight] = useState(ROW * 8);
	const query = useDeferredValue(wanted.trim());
	const rows = useMemo(() => matchingRows(index, names, query), [index, names, query]);
	const columns = useMemo(() => fenceColumns(index), [index]);
	const head = columns.shown.length === 0 ? 0 : HEAD;
	const count = rows?.length ?? index.count;
	const rowAt = (place: number) => (rows === null ? place : (rows[place] ?? -1));
	const place = rows === null ? chosen : rows.indexOf(chosen);

	useEffect(() => {
		const box = scroller.current;
		// A row that is chosen on the map scrolls into view.
		if (box === null || place < 0) return;
		const at = place * ROW;
		if (at < box.scrollTop || at + head + ROW > box.scrollTop + box.clientHeight) {
			box.scrollTop = at - box.clientHeight / 2;
		}
	}, [place, head]);

	useEffect(() => {
		const box = scroller.current;
		if (box === null) return;
		const watcher = new ResizeObserver(() => setHeight(box.clientHeight));
		watcher.observe(box);
		return () => watcher.disconnect();
	}, []);

	// After a step by key the focus goes along; after a press on the map it stays there. A layout
	// effect, because one of an earlier render that still waits would take the step for its own row.
	useLayoutEffect(() => {
		if (!stepping.current) return;
		const button = scroller.current?.querySelector<HTMLElement>(`[data-place="${place}"]`);
		if (button === null || button === undefined) return;
		stepping.current = false;
		button.focus({ preventScroll: true });
	});

	const rowsBetween = (from: number, to: number) =>
		Array.from({ length: Math.abs(to - from) + 1 }, (_, step) => rowAt(Math.min(from, to) + step));
	const pick = (at: number, range: boolean) => {
		if (picks === undefined) return;
		if (range) picks.onPick(rowsBetween(Math.min(anchor.current, count - 1), at), true);
		else picks.onPick([rowAt(at)], !picks.has(rowAt(at)));
		anchor.current = at;
	};
	/** Selects rows together by keys; gives whether the key does. */
	const pickByKey = (event: KeyboardEvent, at: number): boolean => {
		const key = keyOf(event);
		const held = event.ctrlKey || event.metaKey;
		if (picks === undefined) return false;
		if (key === "x" && !held) pick(at, false);
		else if (key.toLowerCase() === "a" && held) picks.onPick(rowsBetween(0, count - 1), true);
		else if (event.shiftKey && (key === "ArrowDown" || key === "ArrowUp")) {
			const to = Math.max(0, Math.min(count - 1, at + (key === "ArrowDown" ? 1 : -1)));
			picks.onPick([rowAt(at), rowAt(to)], true);
			anchor.current = to;
			scroller.current?.querySelector<HTMLElement>(`[data-place="${to}"]`)?.focus();
		} else return false;
		event.preventDefault();
		return true;
	};
	const move = (event: KeyboardEvent) => {
		const key = keyOf(event);
		const at = Number(event.currentTarget.getAttribute("data-place"));
		if (pickByKey(event, at)) return;
		if (onRemove !== undefined && place >= 0 && (key === "Delete" || key === "Backspace")) {
			// Handled here, so that the focus stays in the table after a removal.
			event.preventDefault();
			stepping.current = count > 1;
			onRemove(count > 1 ? rowAt(place + 1 < count ? place + 1 : place - 1) : -1);
			return;
		}
		const page = Math.max(1, Math.floor(height / ROW) - 1);
		const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
		const step = steps[key];
		const ends: Record<string, number> = { Home: 0, End: count - 1 };
		const next = ends[key] ?? (step === undefined ? null : (place < 0 && picks?.count ? at : place) + step);
		if (next === null || count === 0) return;
		event.preventDefault();
		stepping.current = true;
		onChoose(rowAt(Math.max(0, Math.min(count - 1, next))));
	};
	const allPicked = picks !== undefined && count > 0 && picks.count >= count && everyRow(rows, index.count, picks.has);
	const unfound = picks === undefined || rows === null ? 0 : picks.count - rows.filter(picks.has).length;
	const from = Math.max(0, Math.floor(top / ROW) - SPARE);
	const until = Math.min(count, from + Math.ceil(height / ROW) + 2 * SPARE);
	return (
		<div className={cx("border-line border-t", fill && "flex min-h-52 grow flex-col")}>
			<div className="flex flex-wrap items-center gap-2 px-3 py-2" data-print="hidden">
				{picks === undefined ? null : (
					<Checkbox
						checked={allPicked ? true : picks.count > 0 ? "mixed" : false}
						label={query === "" ? "Select all geofences" : "Select all geofences found"}
						onClick={() => picks.onPick(rowsBetween(0, count - 1), !allPicked)}
					/>
				)}
				<span className="min-w-0 max-sm:flex-1">
					<SearchField label="Find a geofence" value={wanted} onChange={setWanted} />
				</span>
				<p className="text-muted text-small" role="status">
					{query === "" ? formatPlural(count, "geofence") : `${formatCount(count)} of ${formatCount(index.count)}`}
					{columns.left > 0 ? ` · ${formatPlural(columns.left, "more property", "more properties")} not shown` : ""}
					{unfound > 0 ? ` · ${selectedWords(picks?.count ?? 0, unfound)}` : ""}
				</p>
			</div>
			<div
				ref={scroller}
				onScroll={(event) => {
					setTop(event.currentTarget.scrollTop);
					setHeight(event.currentTarget.clientHeight);
				}}
				className={cx("overflow-auto border-line border-t", fill ? "min-h-0 grow" : "max-h-fences")}
			>
				<table
					className="w-full table-fixed border-collapse"
					style={head === 0 ? undefined : { minWidth: OWN_WIDTH + columns.shown.length * COLUMN_WIDTH }}
					aria-rowcount={count}
				>
					<caption className="sr-only">Geofences</caption>
					{/* The first row, which would set the widths, has no cells. */}
					<colgroup>
						{picks === undefined ? null : <col className="w-9" />}
						<col />
						<col className="w-28" />
						<col className="w-24" />
						{columns.shown.map(({ label }) => (
							<col key={label} style={{ width: COLUMN_WIDTH }} />
						))}
					</colgroup>
					<Headings selectable={picks !== undefined} columns={columns.shown} />
					<tbody>
						<tr aria-hidden style={{ height: from * ROW }} />
						{Array.from({ length: until - from }, (_, offset) => {
							const row = rowAt(from + offset);
							return (
								<FenceRow
									key={row}
									place={from + offset}
									index={index}
									row={row}
									name={names[index.sets[row] ?? 0] ?? ""}
									columns={columns.shown}
									chosen={row === chosen}
									reachable={place < 0 ? offset === 0 : from + offset === place}
									picked={picks === undefined ? null : picks.has(row)}
									onChoose={onChoose}
									onPick={pick}
									onKeyDown={move}
								/>
							);
						})}
						<tr aria-hidden style={{ height: (count - until) * ROW }} />
					</tbody>
				</table>
			</div>
		</div>
	);
}

/** The headings, which only further columns need to be seen. */
function Headings({ selectable, columns }: { selectable: boolean; columns: readonly FenceColumn[] }) {
	const heading = "sticky top-0 z-2 bg-surface px-0 pe-3 text-start font-medium text-muted text-small";
	return (
		<thead className={columns.length === 0 ? "sr-only" : ""}>
			<tr style={{ height: HEAD }}>
				{selectable ? (
					<th scope="col" className={heading}>
						<span className="sr-only">Selected</span>
					</th>
				) : null}
				<th scope="col" className={cx(heading, selectable ? "ps-1" : "ps-3")}>
					Geofence and set
				</th>
				<th scope="col" className={heading}>
					Shape and size
				</th>
				<th scope="col" className={heading}>
					<span className="sr-only">Latitude, longitude</span>
					<span aria-hidden className="block text-end">
						Position
					</span>
				</th>
				{columns.map(({ label }) => (
					<th key={label} scope="col" className={cx(heading, "truncate")} title={label}>
						<bdi>{label}</bdi>
					</th>
				))}
			</tr>
		</thead>
	);
}

/** Whether all rows that are shown are selected. */
function everyRow(rows: readonly number[] | null, count: number, has: (row: number) => boolean): boolean {
	if (rows !== null) return rows.every(has);
	for (let row = 0; row < count; row += 1) if (!has(row)) return false;
	return true;
}

/** Whether a fence says the words: in its name, its id or a further property. */
function says(fence: Geofence | undefined, fits: (text: string) => boolean): boolean {
	if (fence === undefined) return false;
	if (fits(fence.properties.name ?? "") || (fence.id !== undefined && fits(fence.id))) return true;
	return furtherProperties(fence).some(([, value]) => fits(String(value)));
}

/** Rows whose fence or set's name says the words; null for all. */
function matchingRows(index: FenceIndex, names: readonly string[], query: string): number[] | null {
	if (query === "") return null;
	const fits = textFilter(query);
	const sets = names.map(fits);
	const rows: number[] = [];
	for (let row = 0; row < index.count; row += 1) {
		if (sets[index.sets[row] ?? 0] || says(index.fences[row], fits)) rows.push(row);
	}
	return rows;
}
