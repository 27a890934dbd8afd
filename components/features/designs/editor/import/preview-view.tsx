"use client";

import { Download } from "lucide-react";
import { useMemo, useState } from "react";
import { toast } from "sonner";
import { roomy } from "@/components/kit/map/bounds";
import { boxAround, buildFenceIndex } from "@/components/kit/map/fence-index";
import { FenceMap } from "@/components/kit/map/fence-map";
import { Button } from "@/components/kit/ui/button";
import { download } from "@/components/kit/ui/download";
import { Notice } from "@/components/kit/ui/notice";
import { formatCount, formatPlural } from "@/lib/browser/format";
import { asSentence } from "@/lib/rules/text/as-sentence";
import type { ImportSource } from "./import-source";
import { ImportWarnings } from "./import-warnings";
import type { ImportPreview } from "./read-import";
import { RefusedRows } from "./refused-rows";
import { runTask } from "./run-task";

const ENDINGS: Record<string, string> = {
	"text/csv": "csv",
	"application/x-ndjson": "ndjson",
};

export interface PreviewViewProps {
	preview: ImportPreview;
	source: ImportSource;
	setName: string;
}

/** The counts of an import. */
export function PreviewSummary({ preview: { accepted, refusedCount } }: { preview: ImportPreview }) {
	return (
		<Notice kind={accepted === 0 ? "bad" : refusedCount === 0 ? "ok" : "warn"}>
			{formatPlural(accepted, "geofence")} ready ·{" "}
			{refusedCount === 0 ? "no errors" : formatPlural(refusedCount, "row has errors", "rows have errors")}
		</Notice>
	);
}

/** A preview of an import: geofences on a map, and rows with errors as a list and a file to fix. */
export function PreviewView({ preview, source, setName }: PreviewViewProps) {
	const { fences, accepted, refused, refusedCount, warnings } = preview;
	const index = useMemo(() => buildFenceIndex([fences]), [fences]);
	const focus = useMemo(() => {
		const bounds = boxAround(index);
		return bounds === null ? null : { bounds: roomy(bounds) };
	}, [index]);
	const [writing, setWriting] = useState(false);
	const write = async () => {
		setWriting(true);
		try {
			const { file, bufferMeters, choices } = source;
			const task = { kind: "refused", file, bufferMeters, choices } as const;
			const reply = await runTask(task, { signal: new AbortController().signal });
			const stem = source.name === "pasted text" ? "pasted" : source.name.replace(/\.\w+$/, "");
			if (reply.kind === "refused") {
				download(reply.file, `${stem}.refused.${ENDINGS[reply.file.type] ?? "geojson"}`);
			}
		} catch (error) {
			toast.error("Could not create the file", {
				description: error instanceof Error ? asSentence(error.message) : "",
			});
		} finally {
			setWriting(false);
		}
	};
	return (
		<section aria-label="Preview" className="grid grid-cols-1 gap-3">
			<ImportWarnings warnings={warnings} />
			{accepted === 0 ? null : (
				<div className="overflow-hidden rounded-md border border-line">
					<FenceMap
						index={index}
						names={[setName]}
						label="Map of the geofences to import"
						focus={focus}
						className="h-preview"
					/>
				</div>
			)}
			{accepted > fences.length ? (
				<p className="text-muted text-small">The map shows the first {formatCount(fences.length)}.</p>
			) : null}
			<RefusedRows rows={refused} total={refusedCount} />
			{refusedCount === 0 ? null : (
				<div>
					<Button pending={writing} onClick={write}>
						<Download aria-hidden className="size-4" />
						Download rows with errors
					</Button>
				</div>
			)}
		</section>
	);
}
