"use client";

import { useEffect, useRef, useState } from "react";
import { ImportDialog, type ImportDialogProps } from "@/components/features/designs/editor/import/import-dialog";
import { ImportWarnings } from "@/components/features/designs/editor/import/import-warnings";
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
	const { data: answer, error, isPending } = importing;
	useEffect(() => {
		if (answer !== undefined) result.current?.focus();
	}, [answer]);
	const take: ImportDialogProps["onTake"] = ({ source: { file, contentType, bufferMeters }, mode }) => {
		cancel.current = new AbortController();
		const { signal } = cancel.current;
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
			busy={isPending}
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
							<Outcome answer={answer} />
						</div>
					)}
				</>
			}
		/>
	);
}

function Outcome({ answer }: { answer: GeofenceImport }) {
	const { accepted_row_count: accepted, kept_count: kept, refused_row_count: refused, warnings } = answer;
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
			<ImportWarnings warnings={warnings} />
			<RefusedRows rows={answer.refused} total={refused} />
		</>
	);
}
