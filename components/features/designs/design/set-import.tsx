"use client";

import { useEffect, useRef, useState } from "react";
import { fileToSend } from "@/components/features/designs/editor/import/file-to-send";
import { ImportDialog, type ImportDialogProps } from "@/components/features/designs/editor/import/import-dialog";
import type { ImportSource } from "@/components/features/designs/editor/import/import-source";
import { ImportWarnings } from "@/components/features/designs/editor/import/import-warnings";
import type { ImportMode } from "@/components/features/designs/editor/import/mode-field";
import { RefusedRows } from "@/components/features/designs/editor/import/refused-rows";
import { rowsWithErrors } from "@/components/features/designs/editor/import/rows-with-errors";
import { Notice } from "@/components/kit/ui/notice";
import { nameOfPerson } from "@/components/kit/ui/person-words";
import { Sending } from "@/components/kit/ui/sending";
import { describeError } from "@/lib/browser/api-error";
import { designConflictOf } from "@/lib/browser/design-editing";
import { formatCount, formatPlural } from "@/lib/browser/format";
import { setGeofencesQuery, useImportGeofences } from "@/lib/browser/geofences";
import { useQuery } from "@/lib/browser/use-query";
import type { DesignDetail, DesignSet } from "@/lib/contract/design";
import type { GeofenceImport } from "@/lib/contract/geofence-import";

/** Current geofences that are fetched, if the page has them not yet, to say what an update would do. */
const COMPARED_AT_MOST = 100_000;

/** Imports geofences into a set of a saved design, and shows the outcome. */
export function SetImport({ design, set, onClose }: { design: DesignDetail; set: DesignSet; onClose: () => void }) {
	const importing = useImportGeofences();
	const [sent, setSent] = useState({ share: 0, size: 0 });
	const cancel = useRef(new AbortController());
	const result = useRef<HTMLDivElement>(null);
	const [revision] = useState(design.revision);
	const [count] = useState(set.geofences?.count ?? 0);
	const [known] = useState(set.revision);
	const current = useQuery({
		...setGeofencesQuery(design.id, set.set_id, known),
		enabled: count > 0 && count <= COMPARED_AT_MOST,
	});
	/** Lines of a header row that the service alone has seen. */
	const [added, setAdded] = useState(0);
	const [preparing, setPreparing] = useState(false);
	const [unwritten, setUnwritten] = useState<string | null>(null);
	const { data: answer, error, isPending } = importing;
	useEffect(() => {
		if (answer !== undefined) result.current?.focus();
	}, [answer]);
	const take: ImportDialogProps["onTake"] = ({ source, mode }) => {
		cancel.current = new AbortController();
		const { signal } = cancel.current;
		setAdded(source.headings === undefined ? 0 : 1);
		setPreparing(true);
		setUnwritten(null);
		fileToSend(source, signal)
			.then(
				(file) => sendFile(file, source, mode, signal),
				(problem: unknown) => signal.aborted || setUnwritten(describeError(problem)),
			)
			.finally(() => setPreparing(false));
	};
	const sendFile = (file: Blob, { contentType, bufferMeters }: ImportSource, mode: ImportMode, signal: AbortSignal) => {
		setSent({ share: 0, size: file.size });
		const onProgress = (share: number) => setSent({ share, size: file.size });
		const to = { design_id: design.id, set_id: set.set_id, revision, buffer_meters: bufferMeters, mode };
		importing.mutate({ ...to, file, contentType, signal, onProgress });
	};
	const stopped = error instanceof DOMException && error.name === "AbortError";
	const conflict = designConflictOf(error);
	return (
		<ImportDialog
			setName={set.set_name}
			count={count}
			held={count === 0 ? [] : (current.data?.features ?? null)}
			onTake={take}
			busy={isPending || preparing}
			onCancel={() => cancel.current.abort()}
			onClose={onClose}
			finished={answer !== undefined}
			outcome={
				<>
					{error === null || stopped ? null : (
						<Notice kind="bad" alert>
							{conflict === null
								? describeError(error)
								: `Nothing was imported: ${nameOfPerson(conflict.changed_by_person, conflict.changed_by ?? "someone")} has changed the design. Close this to see the change, then import again.`}
						</Notice>
					)}
					{unwritten === null ? null : (
						<Notice kind="bad" alert>
							{unwritten}
						</Notice>
					)}
					{stopped ? (
						<Notice kind="warn" alert>
							{sent.share < 1
								? "Import stopped. The set is unchanged."
								: "Import stopped. It may already have finished; close to check."}
						</Notice>
					) : null}
					{isPending ? <Sending label="Import" share={sent.share} size={sent.size} /> : null}
					{answer === undefined ? null : (
						<div ref={result} tabIndex={-1} className="grid gap-3 outline-none">
							<Outcome answer={answer} added={added} />
						</div>
					)}
				</>
			}
		/>
	);
}

function Outcome({ answer, added }: { answer: GeofenceImport; added: number }) {
	const { accepted_row_count: accepted, kept_count: kept, refused_row_count: refused } = answer;
	const lineOf = (line: number) => line - added;
	const { updated_count: updated, unchanged_count: unchanged } = answer;
	return (
		<>
			<Notice kind={refused === 0 ? "ok" : "warn"}>
				{formatPlural(accepted, "geofence")} imported
				{updated + unchanged === 0
					? ""
					: `: ${formatCount(updated)} updated, ${formatCount(answer.added_count)} added, ${formatCount(unchanged)} unchanged`}
				{kept === unchanged ? "" : `, ${formatCount(kept - unchanged)} kept`},{" "}
				{refused === 0 ? "no errors" : rowsWithErrors(refused)}.
			</Notice>
			<ImportWarnings warnings={answer.warnings.map((one) => ({ ...one, lines: one.lines.map(lineOf) }))} />
			<RefusedRows rows={answer.refused.map((one) => ({ ...one, line: lineOf(one.line) }))} total={refused} />
		</>
	);
}
