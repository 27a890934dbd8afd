import { toast } from "sonner";
import type { RefusedLines } from "@/components/features/designs/editor/import/refused-file";
import { RefusedRows } from "@/components/features/designs/editor/import/refused-rows";
import { Button } from "@/components/kit/ui/button";
import { download } from "@/components/kit/ui/download";
import { describeError } from "@/lib/browser/api-error";
import type { InventoryImportDetail } from "@/lib/contract/inventory";
import { BYTE_ORDER_MARK, csvRow } from "@/lib/rules/text/csv-row";

export interface RefusedInventoryProps {
	taken: InventoryImportDetail;
	/** Gives the file of the rows where the uploaded CSV is at hand. */
	fileOf?: (rows: readonly RefusedLines[]) => Promise<Blob>;
}

/**
 * The rows of an upload with errors, and a file of them: each row of the CSV after its reason, or
 * line and reason alone without the CSV.
 */
export function RefusedInventory({ taken, fileOf }: RefusedInventoryProps) {
	const { refused, refused_row_count: total, source } = taken;
	if (refused.length === 0) return null;
	const save = async () => {
		const rows = refused.map(({ line, reason }) => ({ line, reason, until: line + 1 }));
		const list =
			fileOf === undefined
				? new Blob(
						[
							BYTE_ORDER_MARK,
							csvRow(["line", "refused_because"]),
							...refused.map((row) => csvRow([row.line, row.reason])),
						],
						{ type: "text/csv" },
					)
				: await fileOf(rows);
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
				{fileOf === undefined ? "Download errors" : "Download rows with errors"}
			</Button>
		</div>
	);
}
