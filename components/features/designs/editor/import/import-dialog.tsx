"use client";

import { useMemo, useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions, DialogBody } from "@/components/kit/ui/dialog";
import { Notice } from "@/components/kit/ui/notice";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import { formatCount, formatPlural } from "@/lib/browser/format";
import { GEOFENCE_LIMITS, type Geofence } from "@/lib/rules/geofences/geofence";
import { type UpdateCounts, updateById } from "@/lib/rules/geofences/update-by-id";
import type { ImportSource } from "./import-source";
import { type ImportMode, ModeField, updatable } from "./mode-field";
import { ReadFields } from "./read-fields";
import { type ImportPreview, updatingFences } from "./read-import";
import { RefusedRows } from "./refused-rows";
import { type PreviewState, useImportPreview } from "./use-import-preview";

export interface ImportDialogProps {
	setName: string;
	/** Current geofences of the set. */
	count: number;
	/** The same, where they are at hand. */
	held: readonly Geofence[] | null;
	onTake: (taken: { source: ImportSource; preview: ImportPreview; mode: ImportMode }) => void;
	/** What was pasted before the dialog opened. */
	initial?: ImportSource | null;
	/** The most geofences that can be imported here. */
	atMost?: number;
	/** While the import is sent. */
	busy?: boolean;
	onCancel: () => void;
	onClose: () => void;
	/** The progress or outcome of the import. */
	outcome?: React.ReactNode;
	finished?: boolean;
}

/** Asks for geofences to import, and previews them before anything is sent. */
export function ImportDialog(props: ImportDialogProps) {
	const { setName, count, held, onTake, busy = false, onCancel, onClose, outcome, finished = false } = props;
	const reading = useImportPreview(props.initial);
	const { source, preview } = reading;
	const [asked, setMode] = useState<ImportMode>("replace");
	const mode = preview === null || (asked === "update" && updatable(preview) === 0) ? "replace" : asked;
	const update = useMemo(() => (preview === null ? null : countUpdate(held, preview)), [held, preview]);
	const remember = useSend("POST /api/geofence-columns");
	const taken = preview === null ? 0 : mode === "update" ? updatable(preview) : preview.accepted;
	const take = () => {
		if (source === null || preview === null) return;
		const go = () => onTake({ source, preview, mode });
		// Headings that were numbered here say nothing of another table.
		if (source.chosen === undefined || source.headings !== undefined) go();
		else remember.mutate({ body: source.chosen }, { onSuccess: go });
	};
	return (
		<Dialog
			onClose={onClose}
			busy={busy}
			wide
			title={`Import geofences into ${setName}`}
			description={count === 0 ? "The set is empty." : `The set has ${formatPlural(count, "geofence")}.`}
		>
			<DialogBody>
				{outcome}
				{remember.error === null ? null : (
					<Notice kind="bad" alert>
						{describeError(remember.error)}
					</Notice>
				)}
				{finished ? null : (
					<>
						<ReadFields reading={reading} busy={busy} setName={setName} />
						{count === 0 || preview === null || preview.accepted === 0 ? null : (
							<ModeField
								chosen={mode}
								onChange={setMode}
								count={count}
								preview={preview}
								update={update}
								disabled={busy}
							/>
						)}
						{preview === null || mode !== "update" || preview.update.refusedCount === 0 ? null : (
							<div className="grid grid-cols-1 gap-3">
								<Notice kind="warn">
									An update leaves out {formatPlural(preview.update.refusedCount, "row")} without an id.
								</Notice>
								<RefusedRows rows={preview.update.refused} total={preview.update.refusedCount} />
							</div>
						)}
					</>
				)}
			</DialogBody>
			<DialogActions>
				{finished ? (
					<Button variant="primary" onClick={onClose}>
						Done
					</Button>
				) : (
					<>
						<Button onClick={busy ? onCancel : onClose}>{busy ? "Stop import" : "Cancel"}</Button>
						<Button
							variant="primary"
							pending={busy || remember.isPending}
							unavailable={whyUnavailable(reading, props.atMost)}
							onClick={take}
						>
							{preview === null ? "Import" : `Import ${formatPlural(taken, "geofence")}`}
						</Button>
					</>
				)}
			</DialogActions>
		</Dialog>
	);
}

/** Why nothing can be imported yet; null where it can. */
function whyUnavailable(
	{ source, preview, problem, columns, outdated }: PreviewState,
	atMost = Infinity,
): string | null {
	if (source === null) return "Select a file or paste text first.";
	if (problem !== null) return "Fix the file or choose another.";
	if (outdated) return "Reading the file…";
	if (preview === null) return columns === null ? "Reading the file…" : "Say which column is which first.";
	if (preview.accepted === 0) return "No geofences to import.";
	if (preview.accepted > GEOFENCE_LIMITS.perSet)
		return `A set can have at most ${formatCount(GEOFENCE_LIMITS.perSet)} geofences. Split the file into several sets.`;
	if (preview.accepted > atMost)
		return `More than ${formatCount(atMost)} geofences. Import the file on the design's page instead.`;
	return null;
}

/** More than these are compared by the service alone. */
const COUNTED_AT_MOST = 100_000;

/** The changes of an update; null where there is too much to compare in a moment. */
function countUpdate(held: readonly Geofence[] | null, preview: ImportPreview): UpdateCounts | null {
	const most = Math.max(held?.length ?? Number.POSITIVE_INFINITY, preview.accepted);
	return held === null || most > COUNTED_AT_MOST ? null : updateById(held, updatingFences(preview)).counts;
}
