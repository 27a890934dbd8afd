"use client";

import { useEffect, useRef, useState } from "react";
import { z } from "zod";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions, DialogBody } from "@/components/ui/dialog";
import { controlClass, Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { ApiError, describeError } from "@/lib/client/api-error";
import { formatBytes, formatCount, formatPlural } from "@/lib/client/format";
import { geofenceContentType, IMPORT_ACCEPT, useImportGeofences } from "@/lib/client/geofences";
import { type DesignDetail, type DesignSet, type GeofenceImport, geofenceImport } from "@/lib/contract/design";
import { RefusedRows } from "./refused-rows";

const refusedRows = z.object({ refused: geofenceImport.shape.refused });

/** Replaces a set's geofences from a file; stays to tell what was taken and what was refused. */
export function ImportDialog({ design, set, onClose }: { design: DesignDetail; set: DesignSet; onClose: () => void }) {
	const importing = useImportGeofences();
	const [file, setFile] = useState<File | null>(null);
	const [share, setShare] = useState(0);
	const cancel = useRef(new AbortController());
	const result = useRef<HTMLDivElement>(null);
	const contentType = file === null ? null : geofenceContentType(file.name);
	const problem =
		file !== null && contentType === null ? "The file's name must end in .geojson, .json, .ndjson or .csv." : null;
	const { data: answer, error, isPending } = importing;
	useEffect(() => {
		if (answer !== undefined) result.current?.focus();
	}, [answer]);

	const send = () => {
		if (file === null || contentType === null) return;
		setShare(0);
		cancel.current = new AbortController();
		importing.mutate({
			designId: design.id,
			setId: set.set_id,
			file,
			contentType,
			onProgress: setShare,
			signal: cancel.current.signal,
		});
	};
	const stopped = error instanceof DOMException && error.name === "AbortError";
	const detail = error instanceof ApiError ? refusedRows.safeParse(error.detail).data : undefined;
	const count = set.geofences?.count ?? 0;
	return (
		<Dialog
			open
			onOpenChange={(open) => open || onClose()}
			busy={isPending}
			wide
			title={`Import geofences into ${set.set_name}`}
			description={
				answer !== undefined
					? `The set now holds ${formatPlural(answer.accepted_row_count, "geofence")}.`
					: count === 0
						? "The set is empty."
						: `The file replaces the set's ${formatPlural(count, "geofence")}.`
			}
		>
			<DialogBody>
				{error !== null && !stopped ? (
					<Notice kind="bad" alert>
						{describeError(error)}
					</Notice>
				) : null}
				{detail === undefined ? null : <RefusedRows rows={detail.refused} total={detail.refused.length} />}
				{stopped ? <Notice kind="warn">The upload was stopped. The set is as it was.</Notice> : null}
				{answer === undefined ? (
					<Field
						label="File"
						error={problem}
						hint="GeoJSON, newline-delimited GeoJSON, or CSV with latitude, longitude and, optionally, radius (metres) and name."
					>
						{(control) => (
							<input
								{...control}
								type="file"
								accept={IMPORT_ACCEPT}
								disabled={isPending}
								onChange={(event) => setFile(event.target.files?.[0] ?? null)}
								className={controlClass()}
							/>
						)}
					</Field>
				) : (
					<div ref={result} tabIndex={-1} className="grid gap-3 outline-none">
						<Outcome answer={answer} />
					</div>
				)}
				{isPending && file !== null ? <Progress share={share} size={file.size} /> : null}
			</DialogBody>
			<DialogActions>
				{answer === undefined ? (
					<>
						<Button onClick={isPending ? () => cancel.current.abort() : onClose}>
							{isPending ? "Stop the upload" : "Cancel"}
						</Button>
						<Button
							variant="primary"
							pending={isPending}
							unavailable={file === null ? "Choose a file first." : problem}
							onClick={send}
						>
							Import
						</Button>
					</>
				) : (
					<Button variant="primary" onClick={onClose}>
						Done
					</Button>
				)}
			</DialogActions>
		</Dialog>
	);
}

function Outcome({ answer }: { answer: GeofenceImport }) {
	const { accepted_row_count: accepted, refused_row_count: refused } = answer;
	return (
		<>
			<Notice kind={refused === 0 ? "ok" : "warn"}>
				{formatPlural(accepted, "geofence")} imported, {refused === 0 ? "none" : formatCount(refused)} refused.
			</Notice>
			<RefusedRows rows={answer.refused} total={refused} />
		</>
	);
}

function Progress({ share, size }: { share: number; size: number }) {
	const words =
		share < 1
			? `Sent ${formatBytes(size * share)} of ${formatBytes(size)}`
			: "Sent. The service checks every row and stores what it takes…";
	return (
		<div className="grid gap-1">
			<progress
				aria-label="Import"
				{...(share < 1 ? { value: share } : {})}
				max={1}
				className="h-2 w-full accent-accent"
			/>
			<p role="status" className="text-muted text-small">
				{words}
			</p>
		</div>
	);
}
