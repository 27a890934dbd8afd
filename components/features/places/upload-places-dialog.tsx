"use client";

import { useEffect, useRef, useState } from "react";
import { ImportWarnings } from "@/components/features/designs/editor/import/import-warnings";
import { RefusedRows } from "@/components/features/designs/editor/import/refused-rows";
import { rowsWithErrors } from "@/components/features/designs/editor/import/rows-with-errors";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions, DialogBody } from "@/components/kit/ui/dialog";
import { controlClass, Field } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { Sending } from "@/components/kit/ui/sending";
import { describeError } from "@/lib/browser/api-error";
import { formatPlural } from "@/lib/browser/format";
import { useImportPlaces } from "@/lib/browser/place-categories";
import type { PlaceCategory } from "@/lib/contract/place";
import { isolate } from "@/lib/rules/text/isolate";

/** Replaces the places of a category from a file, with progress and outcome. */
export function UploadPlacesDialog({ category, onClose }: { category: PlaceCategory; onClose: () => void }) {
	const upload = useImportPlaces(category.id);
	const [file, setFile] = useState<File | null>(null);
	const [share, setShare] = useState(0);
	const cancel = useRef<AbortController>(null);
	const result = useRef<HTMLDivElement>(null);
	const { data: taken, error, isPending } = upload;
	useEffect(() => {
		if (taken !== undefined) result.current?.focus();
	}, [taken]);
	const stopped = error instanceof DOMException && error.name === "AbortError";
	const send = () => {
		if (file === null) return;
		cancel.current = new AbortController();
		setShare(0);
		// The content of a file decides how it is read, and not its label.
		upload.mutate({
			file,
			contentType: "application/octet-stream",
			revision: category.revision,
			onProgress: setShare,
			signal: cancel.current.signal,
		});
	};
	return (
		<Dialog
			open
			onOpenChange={(open) => open || onClose()}
			busy={isPending}
			title={`Upload places to ${isolate(category.name)}`}
			description={category.place_count === 0 ? "A file of geofences." : "Replaces all its places."}
			wide
		>
			<DialogBody>
				{taken === undefined ? (
					<Field
						label="File"
						hint="Any file that the import of geofences takes, such as CSV or GeoJSON. Names are searched."
					>
						{(control) => (
							<input
								{...control}
								type="file"
								disabled={isPending}
								onChange={(event) => setFile(event.target.files?.[0] ?? null)}
								className={controlClass()}
							/>
						)}
					</Field>
				) : (
					<div ref={result} tabIndex={-1} className="grid gap-3 outline-none">
						<Notice kind={taken.refused_row_count === 0 ? "ok" : "warn"}>
							{formatPlural(taken.accepted_row_count, "place")} imported,{" "}
							{taken.refused_row_count === 0 ? "no errors" : rowsWithErrors(taken.refused_row_count)}.
						</Notice>
						<ImportWarnings warnings={taken.warnings} />
						<RefusedRows rows={taken.refused} total={taken.refused_row_count} />
					</div>
				)}
				{isPending && file !== null ? <Sending label="Upload" share={share} size={file.size} /> : null}
				{error === null ? null : (
					<Notice kind={stopped ? "warn" : "bad"} alert>
						{stopped ? "Upload stopped. It may already have finished; close to check." : describeError(error)}
					</Notice>
				)}
			</DialogBody>
			<DialogActions>
				{taken !== undefined ? (
					<Button variant="primary" onClick={onClose}>
						Done
					</Button>
				) : isPending ? (
					<Button onClick={() => cancel.current?.abort()}>Stop upload</Button>
				) : (
					<>
						<Button onClick={onClose}>Cancel</Button>
						<Button variant="primary" onClick={send} unavailable={file === null ? "Select a file first." : null}>
							{category.place_count === 0 ? "Upload" : "Upload and replace"}
						</Button>
					</>
				)}
			</DialogActions>
		</Dialog>
	);
}
