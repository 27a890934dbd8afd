import {
	type ColumnDef,
	createColumnHelper,
	metaHelper,
	type RowData,
	rowSelectionFeature,
	rowSortingFeature,
	tableFeatures,
} from "@tanstack/react-table";
import type { ReactNode } from "react";

/** How a column looks beside its neighbors, and its place in a row of two lines on a phone. */
export interface ColumnLook {
	/** Utility classes for the column's width; `w-auto` takes the remaining width. */
	width: string;
	/** Numbers stand to the right. */
	number?: boolean;
	/**
	 * Utility classes that leave the column out where a table is too narrow for it:
	 * `md:max-xl:hidden`.
	 */
	shown?: string;
	/**
	 * The cell's place on a phone: the `name` and the `status` share the first line, and each `detail`
	 * joins the second one as long as there is room; the `menu` of actions stands beside both. Without:
	 * left out.
	 */
	phone?: "name" | "status" | "detail" | "menu";
}

/**
 * What the tables of the pages can do: the service sorts and pages, the table knows which rows are
 * chosen.
 */
export const tableAbilities = tableFeatures({
	rowSelectionFeature,
	rowSortingFeature,
	columnMeta: metaHelper<ColumnLook>(),
});
export type TableAbilities = typeof tableAbilities;

export type TableColumn<T extends RowData> = ColumnDef<TableAbilities, T, unknown>;

/** A column: its id is the service's own sort key where it is `sortable`. */
export interface ColumnOptions<T extends RowData> extends ColumnLook {
	id: string;
	header: string;
	sortable?: boolean;
	cell: (row: T) => ReactNode;
}

/** Columns of a table of `T`. Make them once, outside of the component or in a memo. */
export function createColumns<T extends RowData>(columns: readonly ColumnOptions<T>[]): TableColumn<T>[] {
	const helper = createColumnHelper<TableAbilities, T>();
	return columns.map(({ id, header, sortable = false, cell, ...meta }) =>
		helper.accessor((row): unknown => row, {
			id,
			header,
			enableSorting: sortable,
			cell: ({ row }) => cell(row.original),
			meta,
		}),
	);
}
