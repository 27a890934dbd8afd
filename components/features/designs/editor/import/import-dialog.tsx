"use client";

import { useMemo, useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions, DialogBody } from "@/components/kit/ui/dialog";
import { Notice } from "@/components/kit/ui/notice";
import { formatBytes, formatCount, formatPlural } from "@/lib/browser/format";
import { GEOFENCE_LIMITS, type Geofence } from "@/lib/rules/geofences/geofence";
import { type UpdateCounts, updateById } from "@/lib/rules/geofences/update-by-id";
import { BufferField, hasLines } from "./buffer-field";
import { ColumnsField } from "./columns-field";
import type { ImportSource } from "./import-source";
import { type ImportMode, ModeField, updatable } from "./mode-field";
import { PreviewSummary, PreviewView } from "./preview-view";
import { type ImportPreview, type ImportProgress, updatingFences } from "./read-import";
import { RefusedRows } from "./refused-rows";
import { SourceField } from "./source-field";
import { useImportPreview } from "./use-import-preview";

export interface ImportDialogProps {
	setName: string;
	/** Current geofences of the set. */
	count: number;
	/** The same, where they are at hand. */
	held: readonly Geofence[] | null;
	onTake: (taken: { source: ImportSource; preview: ImportPreview; mode: ImportMode }) => void;
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
	const { source, converting, progress, preview, problem, unnamed, read, fail } = useImportPreview();
	const [asked, setMode] = useState<ImportMode>("replace");
	const mode = preview === null || (asked === "update" && updatable(preview) === 0) ? "replace" : asked;
	const update = useMemo(() => (preview === null ? null : countUpdate(held, preview)), [held, preview]);
	const taken = preview === null ? 0 : mode === "update" ? updatable(preview) : preview.accepted;
	const reading = source !== null && preview === null && problem === null;
	const unavailable =
		source === null
			? "Select a file or paste text first."
			: preview === null
				? problem === null
					? "Reading the file…"
					: unnamed !== null
						? "Say which column is which first."
						: "Fix the file or choose another."
				: preview.accepted === 0
					? "No geofences to import."
					: preview.accepted > GEOFENCE_LIMITS.perSet
						? `A set can have at most ${formatCount(GEOFENCE_LIMITS.perSet)} geofences. Split the file into several sets.`
						: preview.accepted > (props.atMost ?? Infinity)
							? `More than ${formatCount(props.atMost ?? 0)} geofences. Import the file on the design's page instead.`
							: null;
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
				{finished ? null : (
					<>
						<SourceField chosen={source} disabled={busy} onSource={read} onProblem={fail} />
						{unnamed === null ? null : <ColumnsField key={unnamed.message} unnamed={unnamed} onNamed={read} />}
						{problem === null || unnamed !== null ? null : (
							<Notice kind="bad" alert>
								{problem}
							</Notice>
						)}
						{reading && converting ? <Converting onStop={() => read(null)} /> : null}
						{reading && !converting ? (
							<Reading progress={progress} size={source.file.size} onStop={() => read(null)} />
						) : null}
						{source !== null && preview !== null && (hasLines(preview) || source.bufferMeters !== undefined) ? (
							<BufferField source={source} disabled={busy} onApply={read} />
						) : null}
						{/* Present before it has text, so that screen readers announce the text. */}
						<div role="status" className="empty:hidden">
							{preview === null ? null : <PreviewSummary preview={preview} />}
						</div>
						{preview === null || source === null ? null : (
							<PreviewView preview={preview} source={source} setName={setName} />
						)}
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
							pending={busy}
							unavailable={unavailable}
							onClick={() => {
								if (source !== null && preview !== null) onTake({ source, preview, mode });
							}}
						>
							{preview === null ? "Import" : `Import ${formatPlural(taken, "geofence")}`}
						</Button>
					</>
				)}
			</DialogActions>
		</Dialog>
	);
}

/** More than these are compared by the service alone. */
const COUNTED_AT_MOST = 100_000;

/** The changes of an update; null where there is too much to compare in a moment. */
function countUpdate(held: readonly Geofence[] | null, preview: ImportPreview): UpdateCounts | null {
	const most = Math.max(held?.length ?? Number.POSITIVE_INFINITY, preview.accepted);
	return held === null || most > COUNTED_AT_MOST ? null : updateById(held, updatingFences(preview)).counts;
}

function Converting({ onStop }: { onStop: () => void }) {
	return (
		<p className="flex items-center gap-2 text-muted text-small">
			<span role="status">Converting the file. This can take a minute.</span>
			<Button variant="link" onClick={onStop}>
				Stop
			</Button>
		</p>
	);
}

function Reading({ progress, size, onStop }: { progress: ImportProgress | null; size: number; onStop: () => void }) {
	return (
		<div className="grid gap-1">
			<progress aria-label="Reading" value={progress?.bytes ?? 0} max={Math.max(size, 1)} className="h-2 w-full" />
			<p className="flex items-center gap-2 text-muted text-small">
				<span role="status">
					{formatBytes(progress?.bytes ?? 0)} of {formatBytes(size)}, {formatCount(progress?.rows ?? 0)} rows
				</span>
				<Button variant="link" onClick={onStop}>
					Stop reading
				</Button>
			</p>
		</div>
	);
}
