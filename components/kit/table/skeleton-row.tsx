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
				<td className={BOX_CELL}>
					<Skeleton className="w-4" />
				</td>
			) : null}
			{columns.map(({ id, meta }) => (
				<td key={id} className={cellClass(meta, !selectable)}>
					<Skeleton className={meta?.number ? "ms-auto w-12 max-md:ms-0" : "w-32"} />
				</td>
			))}
		</tr>
	);
}
