"use client";

import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { cx } from "@/components/kit/ui/cx";
import { SearchField } from "@/components/kit/ui/filter-bar";
import { formatCount, formatPlural } from "@/lib/browser/format";
import { textFilter } from "@/lib/browser/text-search";
import { boxOf, type FenceIndex } from "./fence-index";
import { positionInWords, shapeInWords } from "./fence-words";
import { SetSwatch } from "./set-swatch";

const ROW = 36;
const SPARE = 6;

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
}

/**
 * Every fence as a row; only visible ones are in the page, so that a hundred thousand scroll like
 * ten.
 */
export function FenceTable({ index, names, chosen, onChoose, onRemove }: FenceTableProps) {
	const scroller = useRef<HTMLDivElement>(null);
	const stepping = useRef(false);
	const [wanted, setWanted] = useState("");
	const [top, setTop] = useState(0);
	const [height, setHeight] = useState(ROW * 8);
	const query = useDeferredValue(wanted.trim());
	const rows = useMemo(() => matchingRows(index, names, query), [index, names, query]);
	const count = rows?.length ?? index.count;
	const rowAt = (place: number) => (rows === null ? place : (rows[place] ?? -1));
	const place = rows === null ? chosen : rows.indexOf(chosen);

	useEffect(() => {
		const box = scroller.current;
		if (box === null) return;
		setHeight(box.clientHeight);
		// A row that is chosen on the map scrolls into view.
		if (place < 0) return;
		const at = place * ROW;
		if (at < box.scrollTop || at + ROW > box.scrollTop + box.clientHeight) {
			box.scrollTop = at - box.clientHeight / 2;
		}
	}, [place]);

	// After a step by key the focus goes along; after a press on the map it stays there.
	useEffect(() => {
		if (!stepping.current) return;
		const button = scroller.current?.querySelector<HTMLElement>(`[data-place="${place}"]`);
		if (button === null || button === undefined) return;
		stepping.current = false;
		button.focus({ preventScroll: true });
	});

	const move = (event: KeyboardEvent) => {
		if (onRemove !== undefined && place >= 0 && (event.key === "Delete" || event.key === "Backspace")) {
			// Handled here, so that the focus stays in the table after a removal.
			event.preventDefault();
			stepping.current = count > 1;
			onRemove(count > 1 ? rowAt(place + 1 < count ? place + 1 : place - 1) : -1);
			return;
		}
		const page = Math.max(1, Math.floor(height / ROW) - 1);
		const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
		const step = steps[event.key];
		const ends: Record<string, number> = { Home: 0, End: count - 1 };
		const next = ends[event.key] ?? (step === undefined ? null : Math.max(place, -1) + step);
		if (next === null || count === 0) return;
		event.preventDefault();
		stepping.current = true;
		onChoose(rowAt(Math.max(0, Math.min(count - 1, next))));
	};
	const from = Math.max(0, Math.floor(top / ROW) - SPARE);
	const until = Math.min(count, from + Math.ceil(height / ROW) + 2 * SPARE);
	return (
		<div className="@container border-line border-t">
			<div className="flex flex-wrap items-center gap-2 px-3 py-2" data-print="hidden">
				<SearchField label="Find a geofence" value={wanted} onChange={setWanted} />
				<p className="text-muted text-small" role="status">
					{query === "" ? formatPlural(count, "geofence") : `${formatCount(count)} of ${formatCount(index.count)}`}
				</p>
			</div>
			<div
				ref={scroller}
				onScroll={(event) => {
					setTop(event.currentTarget.scrollTop);
					setHeight(event.currentTarget.clientHeight);
				}}
				className="max-h-fences overflow-y-auto border-line border-t"
			>
				<table className="w-full table-fixed border-collapse" aria-rowcount={count}>
					<caption className="sr-only">Geofences</caption>
					{/* The first row, which would set the widths, has no cells. */}
					<colgroup>
						<col />
						<col className="w-32 @fences:w-40" />
						<col className="w-42 @max-fences:hidden" />
					</colgroup>
					<thead className="sr-only">
						<tr>
							<th scope="col">Geofence</th>
							<th scope="col">Shape</th>
							<th scope="col">Latitude, longitude</th>
						</tr>
					</thead>
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
									chosen={row === chosen}
									reachable={place < 0 ? offset === 0 : from + offset === place}
									onChoose={onChoose}
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

/** Rows whose own name or set's name holds the words; null for all. */
function matchingRows(index: FenceIndex, names: readonly string[], query: string): number[] | null {
	if (query === "") return null;
	const fits = textFilter(query);
	const sets = names.map(fits);
	const rows: number[] = [];
	for (let row = 0; row < index.count; row += 1) {
		if (sets[index.sets[row] ?? 0] || fits(index.fences[row]?.properties.name ?? "")) rows.push(row);
	}
	return rows;
}

interface FenceRowProps {
	place: number;
	index: FenceIndex;
	row: number;
	name: string;
	chosen: boolean;
	/** Whether the tab key comes here: one row stands for all, the arrows lead to the others. */
	reachable: boolean;
	onChoose: (row: number) => void;
	onKeyDown: (event: KeyboardEvent) => void;
}

function FenceRow({ place, index, row, name, chosen, reachable, onChoose, onKeyDown }: FenceRowProps) {
	const fence = index.fences[row];
	if (fence === undefined) return null;
	const [west, south, east, north] = boxOf(index, row);
	return (
		<tr
			aria-rowindex={place + 1}
			className={cx("relative border-line border-t", chosen ? "bg-accent-soft" : "hover:bg-sunken")}
			style={{ height: ROW }}
		>
			<td className="ps-3 pe-2">
				<button
					type="button"
					data-place={place}
					aria-pressed={chosen}
					tabIndex={reachable ? 0 : -1}
					onClick={() => onChoose(row)}
					onKeyDown={onKeyDown}
					className="flex w-full items-center gap-2 text-start after:absolute after:inset-0"
				>
					<SetSwatch place={index.sets[row] ?? 0} />
					{/* Contains text for screen readers, which would otherwise widen the table. */}
					<span className="relative truncate" title={fence.properties.name}>
						{fence.properties.name ?? <span className="text-muted">no name</span>}
						<span className="sr-only">
							, <bdi>{name}</bdi>
						</span>
					</span>
				</button>
			</td>
			<td className="truncate pe-3 text-muted text-small">{shapeInWords(fence)}</td>
			<td className="truncate pe-3 text-end font-mono text-small @max-fences:hidden">
				{positionInWords([(west + east) / 2, (south + north) / 2])}
			</td>
		</tr>
	);
}
