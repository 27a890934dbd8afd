import type { RowData } from "@tanstack/react-table";
import { Skeleton } from "@/components/kit/ui/states";
import type { TableColumn } from "./table-columns";
import { BOX_CELL, cellClass, ROW } from "./table-row";

/** The place of a row that has yet to come, in the widths that it will have. */
export function SkeletonRow<T extends RowData>({
	columns,
	selectable,
}: {
	columns: TableColumn<T>[];
	selectable: boolean;
}) {
	return (
		<tr className={ROW}>
			{selectable ? (
				<td data-phone="box" className={BOX_CELL}>
					<Skeleton className="w-4" />
				</td>
			) : null}
			{columns.map(({ id, meta }) => (
				<td key={id} data-phone={meta?.phone} className={cellClass(meta, !selectable)}>
					{meta?.phone === "menu" ? null : (
						<Skeleton className={meta?.number ? "ms-auto w-12 max-md:ms-0" : "w-32 max-md:w-24"} />
					)}
				</td>
			))}
		</tr>
	);
}
