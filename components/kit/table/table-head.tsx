import type { ReactTable, RowData } from "@tanstack/react-table";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { cx } from "@/components/kit/ui/cx";
import { Checkbox } from "./checkbox";
import type { TableAbilities } from "./table-columns";

export const CHECK_CELL = "w-12 ps-4 md:ps-6";

export interface TableHeadProps<T extends RowData> {
	table: ReactTable<TableAbilities, T>;
	selectable: boolean;
	what: string;
}

/**
 * The names of the columns, those that sort as buttons, and the box that chooses every row of the
 * page. On phones the second line has no names.
 */
export function TableHead<T extends RowData>({ table, selectable, what }: TableHeadProps<T>) {
	const all = table.getIsAllRowsSelected();
	// Chosen rows of other pages and filters count for nothing here.
	const some = table.getRowModel().rows.some((row) => row.getIsSelected());
	return (
		<thead className="bg-surface max-md:block lg:sticky lg:top-0 lg:z-10">
			{table.getHeaderGroups().map((group) => (
				<tr key={group.id} className="max-md:flex">
					{selectable ? (
						<th scope="col" className={cx(CHECK_CELL, "max-md:w-full max-md:py-2.5 max-md:text-start")}>
							<span className="sr-only">Selection</span>
							<Checkbox
								checked={all ? true : some ? "mixed" : false}
								onClick={table.getToggleAllRowsSelectedHandler()}
								label={`Select all ${what} on this page`}
								words="Select all on this page"
							/>
						</th>
					) : null}
					{group.headers.map((header) => {
						const { id, column } = header;
						const look = column.columnDef.meta;
						const sorted = column.getIsSorted();
						const sortable = column.getCanSort();
						const Arrow = sorted === false ? ChevronsUpDown : sorted === "desc" ? ArrowDown : ArrowUp;
						return (
							<th
								key={id}
								scope="col"
								aria-sort={sorted === false ? undefined : sorted === "desc" ? "descending" : "ascending"}
								className={cx(
									"border-line px-3 py-1.5 text-small font-medium text-muted max-md:hidden last:pe-4",
									!selectable && "first:ps-6",
									look?.width,
									look?.number && "text-end",
									look?.shown,
								)}
							>
								{sortable ? (
									<button
										type="button"
										onClick={column.getToggleSortingHandler()}
										className={cx(
											"-m-1 inline-flex items-center gap-1 rounded-sm p-1 align-top hover:text-text",
											sorted !== false && "text-text",
											look?.number && "flex-row-reverse",
										)}
									>
										<table.FlexRender header={header} />
										<Arrow aria-hidden className={cx("size-3 shrink-0", sorted === false && "opacity-50")} />
									</button>
								) : (
									<table.FlexRender header={header} />
								)}
							</th>
						);
					})}
				</tr>
			))}
		</thead>
	);
}
