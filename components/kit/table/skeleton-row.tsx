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
		<tr className={`h-row ${ROW}`}>
			{selectable ? (
				<td className={BOX_CELL}>
					<Skeleton className="mt-1 w-4" />
				</td>
			) : null}
			{columns.map(({ id, meta }) => (
				<td key={id} className={cellClass(meta, !selectable)}>
					<Skeleton className={meta?.number ? "mt-1 ms-auto w-12 max-md:ms-0" : "mt-1 w-32"} />
				</td>
			))}
		</tr>
	);
}
