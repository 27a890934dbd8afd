import { toast } from "sonner";
import { download } from "@/components/features/designs/editor/import/download";
import { refusedTable } from "@/components/features/designs/editor/import/refused-file";
import { RefusedRows } from "@/components/features/designs/editor/import/refused-rows";
import { Button } from "@/components/kit/ui/button";
import { describeError } from "@/lib/browser/api-error";
import type { InventoryImportDetail } from "@/lib/contract/inventory";

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

export interface RefusedInventoryProps {
	taken: InventoryImportDetail;
	/** The CSV file that they were refused from, where it is at hand. */
	file?: File;
}

/**
 * The rows of an upload that were refused, and a file of them: each as it stands in the CSV with the reason before it, or
 * line and reason alone where the file is not at hand.
 */
export function RefusedInventory({ taken, file }: RefusedInventoryProps) {
	const { refused, refused_row_count: total, source } = taken;
	if (refused.length === 0) return null;
	const save = async () => {
		const rows = refused.map(({ line, reason }) => ({ line, reason, until: line + 1 }));
		const lines = refused.map(({ line, reason }) => `${line},${quoted(reason)}\n`);
		const list =
			file === undefined
				? new Blob(["line,refused_because\n", ...lines], { type: "text/csv" })
				: await refusedTable(file, ",", rows);
		download(list, `${source}.refused.csv`);
	};
	return (
		<div className="grid gap-2">
			<RefusedRows rows={refused} total={total} />
			<Button
				className="justify-self-start"
				onClick={() =>
					void save().catch((error: unknown) =>
						toast.error("The file of refused rows could not be written", { description: describeError(error) }),
					)
				}
			>
				{file === undefined ? "Save the reasons as CSV" : "Save the refused rows with their reasons"}
			</Button>
		</div>
	);
}
