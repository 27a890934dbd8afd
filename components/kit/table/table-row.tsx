import type { Row, RowData } from "@tanstack/react-table";
import { type MouseEvent, memo, type ReactNode } from "react";
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

const CARD: Record<NonNullable<ColumnLook["card"]>, string> = {
	title: "max-md:order-first max-md:min-w-0 max-md:grow max-md:basis-[calc(100%-6rem)]",
	corner: "max-md:order-first",
	line: "max-md:min-w-0 max-md:basis-full",
	brief: "max-md:min-w-0 max-md:max-w-full",
	aside:
		"max-md:flex max-md:min-w-0 max-md:basis-full max-md:items-baseline max-md:justify-between max-md:gap-4 max-md:*:min-w-0",
	hidden: "max-md:hidden",
};

/** The look of a cell, whatever is in it: the skeleton's too. */
export function cellClass(look: ColumnLook | undefined, first: boolean): string {
	return cx(
		"px-3 py-1 align-middle last:pe-4 max-md:px-0 max-md:py-0 max-md:last:pe-0",
		first && "first:ps-6 max-md:first:ps-0",
		look?.number && "text-end max-md:text-start",
		look?.shown,
		CARD[look?.card ?? "aside"],
	);
}

/** A row's ground that is chosen; a chip in the same color keeps its shape on it. */
const CHOSEN = "bg-accent-soft **:data-[tone=accent]:bg-surface";

export const ROW =
	"group/row h-row border-line border-t max-md:flex max-md:h-auto max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-1.5 max-md:px-4 max-md:py-2.5";

/**
 * What is done with a row most often: it shows while the row is pointed at, has the focus or is the
 * current one. The menu at the end of the row has it, too, for fingers and narrow tables.
 */
export const ROW_ACTION =
	"flex transition-opacity duration-100 max-md:hidden pointer-fine:opacity-0 pointer-fine:group-focus-within/row:opacity-100 pointer-fine:group-hover/row:opacity-100 pointer-fine:group-aria-[current=true]/row:opacity-100";

/** The box has the row's first place in the table and in the card. */
export const BOX_CELL = cx(CHECK_CELL, "py-1 align-middle max-md:order-first max-md:w-auto max-md:p-0");

interface CellsProps<T extends RowData> extends Pick<TableRowProps<T>, "row" | "original" | "columns"> {
	/** Without a box before them. */
	alone: boolean;
}

function PlainCells<T extends RowData>({ row, alone }: CellsProps<T>): ReactNode {
	return row.getAllCells().map((cell) => {
		const look = cell.column.columnDef.meta;
		const { header, cell: draw } = cell.column.columnDef;
		return (
			<td key={cell.id} className={cellClass(look, alone)}>
				{(look?.card ?? "aside") === "aside" ? (
					<span className="shrink-0 text-muted md:hidden">{typeof header === "string" ? header : null}</span>
				) : null}
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
	return (
		<tr aria-current={current || undefined} className={cx(ROW, chosen || current ? CHOSEN : "hover:bg-sunken")}>
			{name === null ? null : (
				<td className={BOX_CELL}>
					<Checkbox
						checked={chosen}
						onClick={(event: MouseEvent<HTMLInputElement>) => toggle(event)}
						label={`Select ${name}`}
					/>
				</td>
			)}
			<Cells row={row} original={original} columns={columns} alone={name === null} />
		</tr>
	);
}

/** One row, or card; memoized, so that selecting one of many stays quick. */
export const TableRow = memo(
	PlainRow,
	(before, after) =>
		before.original === after.original &&
		before.columns === after.columns &&
		before.name === after.name &&
		before.chosen === after.chosen &&
		before.current === after.current,
) as typeof PlainRow;
