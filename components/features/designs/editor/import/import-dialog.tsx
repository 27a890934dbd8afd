"use client";

import { useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions, DialogBody } from "@/components/kit/ui/dialog";
import { Notice } from "@/components/kit/ui/notice";
import { formatBytes, formatCount, formatPlural } from "@/lib/browser/format";
import { GEOFENCE_LIMITS } from "@/lib/rules/geofences/geofence";
import { BufferField, hasLines } from "./buffer-field";
import type { ImportSource } from "./import-source";
import { PreviewSummary, PreviewView } from "./preview-view";
import type { ImportPreview, ImportProgress } from "./read-import";
import { HELD_AT_MOST } from "./read-import";
import { SourceField } from "./source-field";
import { useImportPreview } from "./use-import-preview";

/** What an import does with the current geofences of a set. */
export type ImportMode = "replace" | "add";

export interface ImportDialogProps {
	setName: string;
	/** Current geofences of the set. */
	count: number;
	onTake: (taken: { source: ImportSource; preview: ImportPreview; mode: ImportMode }) => void;
	/** Why nothing can be added to the set, or null. */
	addUnavailable?: string | null;
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
	const { setName, count, onTake, busy = false, onCancel, onClose, outcome, finished = false } = props;
	const { source, converting, progress, preview, problem, read, fail } = useImportPreview();
	const [mode, setMode] = useState<ImportMode>("replace");
	const adding = count > 0 && preview !== null && preview.accepted <= HELD_AT_MOST && !props.addUnavailable;
	const reading = source !== null && preview === null && problem === null;
	const unavailable =
		source === null
			? "Select a file or paste text first."
			: preview === null
				? "Wait until the file is read."
				: preview.accepted === 0
					? "No geofences to import."
					: preview.accepted > GEOFENCE_LIMITS.perSet
						? `A set can have at most ${formatCount(GEOFENCE_LIMITS.perSet)} geofences. Split the file into several sets.`
						: preview.accepted > (props.atMost ?? Infinity)
							? `More than ${formatCount(props.atMost ?? 0)} geofences. Import the file on the design's page instead.`
							: null;
	return (
		<Dialog
			open
			onOpenChange={(open) => open || onClose()}
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
						{problem === null ? null : (
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
							<fieldset className="flex min-w-0 flex-wrap gap-x-4 gap-y-1" disabled={busy}>
								<legend className="mb-1 font-medium">Current geofences</legend>
								<Mode value="replace" chosen={mode} onChange={setMode}>
									Replace
								</Mode>
								{adding ? (
									<Mode value="add" chosen={mode} onChange={setMode}>
										Keep and add
									</Mode>
								) : null}
							</fieldset>
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
								if (source !== null && preview !== null) onTake({ source, preview, mode: adding ? mode : "replace" });
							}}
						>
							{preview === null ? "Import" : `Import ${formatPlural(preview.accepted, "geofence")}`}
						</Button>
					</>
				)}
			</DialogActions>
		</Dialog>
	);
}

interface ModeProps {
	value: ImportMode;
	chosen: ImportMode;
	onChange: (mode: ImportMode) => void;
	children: string;
}

function Mode({ value, chosen, onChange, children }: ModeProps) {
	return (
		<label className="flex min-h-6 items-center gap-2">
			<input
				type="radio"
				name="import-mode"
				checked={chosen === value}
				onChange={() => onChange(value)}
				className="accent-accent"
			/>
			{children}
		</label>
	);
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
