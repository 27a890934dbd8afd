"use client";

import { useState } from "react";
import { refusedTable } from "@/components/features/designs/editor/import/refused-file";
import { rowsWithErrors } from "@/components/features/designs/editor/import/rows-with-errors";
import { Notice } from "@/components/kit/ui/notice";
import { UploadDialog } from "@/components/kit/ui/upload-dialog";
import { useSend } from "@/lib/browser/api";
import { formatPlural } from "@/lib/browser/format";
import type { InventoryImportMode, InventoryImportResult, InventorySource } from "@/lib/contract/inventory";
import { isolate } from "@/lib/rules/text/isolate";
import { RefusedInventory } from "./refused-inventory";

/** Files whose refused rows cannot be given back as text. */
const NO_TEXT = /\.(?:parquet|xlsx|ods|zip)$/i;
/** The content decides. */
const CONTENT_TYPE = "application/octet-stream";

const COLUMNS = ["device_id", "segment", "seen_at"];

/** The service has read the file already; only the delimiter is missing. */
function findColumns(headings: readonly string[]) {
	const found = headings.filter((heading) => COLUMNS.includes(heading.trim().toLowerCase())).length;
	return found >= COLUMNS.length ? { columns: found } : { problem: "a column is missing", found };
}

/** Replaces a source's data from a file or appends it, with progress and outcome. */
export function UploadSourceDialog({ source, onClose }: { source: InventorySource; onClose: () => void }) {
	const upload = useSend("POST /api/inventory-sources/[inventory_source_slug]/imports");
	const [mode, setMode] = useState<InventoryImportMode>("replace");
	return (
		<UploadDialog
			title={`Upload data to ${isolate(source.name)}`}
			description="Running builds keep the data they started with."
			hint="CSV, Excel (.xlsx), OpenDocument (.ods) or Parquet with the columns device_id, segment and seen_at. Each distinct row is one visit."
			accept=".csv,.tsv,.txt,.gz,.zip,.xlsx,.ods,.parquet,text/csv"
			action={mode === "replace" ? "Upload and replace" : "Upload and append"}
			options={(isBusy) =>
				source.current_import === null ? null : <ModeChoice value={mode} onChange={setMode} disabled={isBusy} />
			}
			upload={upload}
			onSend={(sent) => upload.mutate({ ...sent, inventory_source_slug: source.slug, mode, contentType: CONTENT_TYPE })}
			unchanged="The data is unchanged."
			outcome={(taken, file) => <Taken taken={taken} file={file} />}
			onClose={onClose}
		/>
	);
}

const MODES: { value: InventoryImportMode; title: string; means: string }[] = [
	{ value: "replace", title: "Replace", means: "Replaces all current data." },
	{ value: "append", title: "Append", means: "Adds the rows that are new. Rows already here count once." },
];

interface ModeChoiceProps {
	value: InventoryImportMode;
	onChange: (mode: InventoryImportMode) => void;
	disabled: boolean;
}

function ModeChoice({ value, onChange, disabled }: ModeChoiceProps) {
	return (
		<fieldset className="grid gap-1" disabled={disabled}>
			<legend className="mb-1 font-medium">Mode</legend>
			<div className="grid gap-2 sm:grid-cols-2">
				{MODES.map(({ value: mode, title, means }) => (
					<label
						key={mode}
						className="flex gap-2 rounded-md border border-control px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft"
					>
						<input
							type="radio"
							name="mode"
							checked={value === mode}
							onChange={() => onChange(mode)}
							className="mt-1 self-start accent-accent"
						/>
						<span>
							<span className="font-medium">{title}</span>
							<span className="block text-muted text-small">{means}</span>
						</span>
					</label>
				))}
			</div>
		</fieldset>
	);
}

function Taken({ taken, file }: { taken: InventoryImportResult; file: File | null }) {
	const { refused_row_count: refused, expired_row_count: expired } = taken;
	return (
		<>
			<Notice kind={refused === 0 ? "ok" : "warn"}>
				{outcomeOf(taken)} {expired === 0 ? "" : `${formatPlural(expired, "row")} left out as too old to keep. `}
				{refused === 0 ? "No errors" : rowsWithErrors(refused)}.
			</Notice>
			<RefusedInventory
				taken={taken}
				{...(file !== null && !NO_TEXT.test(file.name)
					? { fileOf: (rows) => refusedTable(file, findColumns, rows) }
					: {})}
			/>
		</>
	);
}

function outcomeOf(taken: InventoryImportResult): string {
	const { mode, unchanged, row_count: rows, added_row_count: added, device_count, segment_count } = taken;
	if (unchanged) return "All rows were already here. The data is unchanged.";
	const reach = `${formatPlural(device_count, "device")} in ${formatPlural(segment_count, "segment")}`;
	if (mode === "replace") return `${formatPlural(rows, "row")} imported: ${reach}.`;
	return `${formatPlural(added, "new row")} added. The source now has ${formatPlural(rows, "row")}: ${reach}.`;
}
