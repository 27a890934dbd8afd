import type { Row, RowData } from "@tanstack/react-table";
import { createContext, type MouseEvent, memo, type ReactNode, use, useState } from "react";
import { cx } from "@/components/kit/ui/cx";
import { Checkbox } from "./checkbox";
import type { ColumnLook, TableAbilities, TableColumn } from "./table-columns";
import { CHECK_CELL } from "./table-head";

export interface TableRowProps<T extends RowData> {
	row: Row<TableAbilities, T>;
	/** The row's content: the row rerenders only for another object. */
	original: T;
	columns: TableColumn<T>[];
	/** The row's name for its checkbox; null: it cannot be chosen. */
	name: string | null;
	chosen: boolean;
	current: boolean;
}

const PHONE: Record<NonNullable<ColumnLook["phone"]>, string> = {
	// Its link is as large as the row.
	name: "max-md:order-1 max-md:min-w-0 max-md:grow max-md:basis-0 max-md:leading-6 max-md:[&_a]:static max-md:[&_a]:after:absolute max-md:[&_a]:after:inset-0",
	status: "max-md:relative max-md:order-2 max-md:min-w-0 max-md:max-w-3/5",
	// The margin keeps what has no room on the line out of the row.
	detail:
		"max-md:order-4 max-md:mb-4 max-md:flex max-md:h-5 max-md:min-w-0 max-md:max-w-full max-md:items-center max-md:text-muted max-md:text-small max-md:*:min-w-0 max-md:**:data-avatar:hidden max-md:empty:hidden max-md:[[data-phone=detail]:not(:empty)~&]:before:me-1.5 max-md:[[data-phone=detail]:not(:empty)~&]:before:content-['·']",
	menu: "max-md:absolute max-md:inset-y-0 max-md:end-1 max-md:grid max-md:place-items-center max-md:empty:hidden",
};

/** The look of a cell, whatever is in it: the skeleton's too. */
export function cellClass(look: ColumnLook | undefined, first: boolean): string {
	return cx(
		"px-3 py-1 align-middle last:pe-4 max-md:p-0 max-md:last:pe-0",
		first && "first:ps-6 max-md:first:ps-0",
		look?.number && "text-end max-md:text-start",
		look?.shown,
		look?.phone === undefined ? "max-md:hidden" : PHONE[look.phone],
	);
}

/** A row's ground that is chosen; a chip in the same color keeps its shape on it. */
const CHOSEN = "bg-accent-soft **:data-[tone=accent]:bg-surface";

/** On a phone two lines: `before` ends the first one. */
export const ROW =
	"group/row h-row border-line border-t max-md:relative max-md:flex max-md:h-17 max-md:flex-wrap max-md:content-start max-md:items-center max-md:gap-x-1.5 max-md:gap-y-0.5 max-md:overflow-hidden max-md:px-4 max-md:pt-2.5 max-md:before:order-3 max-md:before:basis-full max-md:before:content-[''] max-md:has-[>[data-phone=menu]:not(:empty)]:pe-13 max-md:has-[>[data-phone=box]]:ps-12";

/** Whether the row was pointed at or had the focus, or is the current one. */
const RowInUse = createContext(false);

/**
 * What is done with a row most often: it is made for a row in use, and shows while the row is pointed
 * at, has the focus or is the current one. The menu at the end of the row has it, too, for fingers
 * and narrow tables.
 */
export function RowAction({ children }: { children: ReactNode }): ReactNode {
	if (!use(RowInUse)) return null;
	return (
		<span className="flex opacity-0 transition-opacity duration-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100 group-aria-[current=true]/row:opacity-100 max-md:hidden pointer-coarse:hidden">
			{children}
		</span>
	);
}

/** The box has the row's first place, on a phone beside both lines. */
export const BOX_CELL = cx(
	CHECK_CELL,
	"py-1 align-middle max-md:absolute max-md:inset-y-0 max-md:start-0 max-md:z-1 max-md:grid max-md:place-items-center max-md:p-0",
);

interface CellsProps<T extends RowData> extends Pick<TableRowProps<T>, "row" | "original" | "columns"> {
	/** Without a box before them. */
	alone: boolean;
}

function PlainCells<T extends RowData>({ row, alone }: CellsProps<T>): ReactNode {
	return row.getAllCells().map((cell) => {
		const look = cell.column.columnDef.meta;
		const draw = cell.column.columnDef.cell;
		return (
			<td key={cell.id} data-phone={look?.phone} className={cellClass(look, alone)}>
				{typeof draw === "function" ? draw(cell.getContext()) : null}
			</td>
		);
	});
}

/** Most of a row, which choosing the row does not change. */
const Cells = memo(
	PlainCells,
	(before, after) =>
		before.original === after.original && before.columns === after.columns && before.alone === after.alone,
) as typeof PlainCells;

function PlainRow<T extends RowData>({ row, original, columns, name, chosen, current }: TableRowProps<T>): ReactNode {
	const toggle = row.getToggleSelectedHandler();
	const [used, setUsed] = useState(false);
	return (
		<tr
			aria-current={current || undefined}
			onPointerEnter={() => setUsed(true)}
			onFocus={() => setUsed(true)}
			className={cx(ROW, chosen || current ? CHOSEN : "hover:bg-sunken")}
		>
			{name === null ? null : (
				<td data-phone="box" className={BOX_CELL}>
					<Checkbox
						checked={chosen}
						onClick={(event: MouseEvent<HTMLInputElement>) => toggle(event)}
						label={`Select ${name}`}
					/>
				</td>
			)}
			<RowInUse value={used || current}>
				<Cells row={row} original={original} columns={columns} alone={name === null} />
			</RowInUse>
		</tr>
	);
}

/** One row; memoized, so that selecting one of many stays quick. */
export const TableRow = memo(
	PlainRow,
	(before, after) =>
		before.original === after.original &&
		before.columns === after.columns &&
		before.name === after.name &&
		before.chosen === after.chosen &&
		before.current === after.current,
) as typeof PlainRow;
