import { toast } from "sonner";
import { download } from "@/components/features/designs/editor/import/download";
import { refusedTable } from "@/components/features/designs/editor/import/refused-file";
import { RefusedRows } from "@/components/features/designs/editor/import/refused-rows";
import { Button } from "@/components/kit/ui/button";
import { describeError } from "@/lib/browser/api-error";
import type { InventoryImportDetail } from "@/lib/contract/inventory";
import { BYTE_ORDER_MARK, csvRow } from "@/lib/rules/text/csv-row";

const COLUMNS = ["device_id", "segment", "seen_at"];

/** The service has read the file already; only the delimiter is missing. */
function findColumns(headings: readonly string[]) {
	const found = headings.filter((heading) => COLUMNS.includes(heading.trim().toLowerCase())).length;
	return found >= COLUMNS.length ? { columns: found } : { problem: "a column is missing", found };
}

export interface RefusedInventoryProps {
	taken: InventoryImportDetail;
	/** The uploaded CSV file, if it is at hand. */
	file?: File;
}

/**
 * The rows of an upload with errors, and a file of them: each row of the CSV after its reason, or
 * line and reason alone without the CSV.
 */
export function RefusedInventory({ taken, file }: RefusedInventoryProps) {
	const { refused, refused_row_count: total, source } = taken;
	if (refused.length === 0) return null;
	const save = async () => {
		const rows = refused.map(({ line, reason }) => ({ line, reason, until: line + 1 }));
		const list =
			file === undefined
				? new Blob(
						[
							BYTE_ORDER_MARK,
							csvRow(["line", "refused_because"]),
							...refused.map((row) => csvRow([row.line, row.reason])),
						],
						{ type: "text/csv" },
					)
				: await refusedTable(file, findColumns, rows);
		download(list, `${source}.refused.csv`);
	};
	return (
		<div className="grid gap-2">
			<RefusedRows rows={refused} total={total} />
			<Button
				className="justify-self-start"
				onClick={() =>
					void save().catch((error: unknown) =>
						toast.error("Could not create the file", { description: describeError(error) }),
					)
				}
			>
				{file === undefined ? "Download errors" : "Download rows with errors"}
			</Button>
		</div>
	);
}
