"use client";

import { Button } from "@/components/kit/ui/button";
import { Notice } from "@/components/kit/ui/notice";
import { formatBytes, formatCount } from "@/lib/browser/format";
import { AddressColumns } from "./address-columns";
import { BufferField, hasLines } from "./buffer-field";
import { ColumnsField } from "./columns-field";
import { PreviewSummary, PreviewView } from "./preview-view";
import type { ImportProgress } from "./read-import";
import { SourceField } from "./source-field";
import { UnderstoodLines } from "./understood-lines";
import type { PreviewState } from "./use-import-preview";

export interface ReadFieldsProps {
	reading: PreviewState;
	busy: boolean;
	setName: string;
}

/** The source of an import, how it was understood, and what would be imported. */
export function ReadFields({ reading, busy, setName }: ReadFieldsProps) {
	const { source, converting, progress, preview, outdated, problem, columns, read, name, fixRow, fail } = reading;
	const isReading = source !== null && problem === null && preview === null && (columns === null || outdated);
	return (
		<fieldset disabled={busy} className="contents">
			<SourceField chosen={source} disabled={busy} onSource={read} onProblem={fail} />
			{problem === null ? null : (
				<Notice kind="bad" alert>
					{problem}
				</Notice>
			)}
			{isReading && converting ? <Converting onStop={() => read(null)} /> : null}
			{isReading && !converting ? (
				<Reading progress={progress} size={source.file.size} onStop={() => read(null)} />
			) : null}
			{source === null || columns === null ? null : (
				<ColumnsField
					columns={columns}
					isRead={preview !== null || outdated}
					isChosen={source.chosen !== undefined}
					isNumbered={source.headings !== undefined}
					onRoles={name}
				/>
			)}
			{source !== null && preview === null && !outdated && columns?.roles.includes("address") === true ? (
				<AddressColumns source={source} columns={columns} onFound={read} />
			) : null}
			{source !== null && preview !== null && (hasLines(preview) || source.bufferMeters !== undefined) ? (
				<BufferField source={source} disabled={busy} onApply={read} />
			) : null}
			{/* Present before it has text, so that screen readers announce the text. */}
			<div role="status" className="empty:hidden">
				{preview === null ? null : <PreviewSummary preview={preview} />}
			</div>
			{preview === null || source === null ? null : <UnderstoodLines source={source} />}
			{preview === null || source === null ? null : (
				<PreviewView preview={preview} source={source} setName={setName} columns={columns} onFix={fixRow} />
			)}
		</fieldset>
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
