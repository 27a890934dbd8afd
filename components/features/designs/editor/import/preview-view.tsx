"use client";

import { Download } from "lucide-react";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { toast } from "sonner";
import { roomy } from "@/components/kit/map/bounds";
import { boxAround, buildFenceIndex } from "@/components/kit/map/fence-index";
import { FenceMap } from "@/components/kit/map/fence-map";
import { Button } from "@/components/kit/ui/button";
import { download } from "@/components/kit/ui/download";
import { Notice } from "@/components/kit/ui/notice";
import { formatCount, formatPlural } from "@/lib/browser/format";
import { asSentence } from "@/lib/rules/text/as-sentence";
import { type ImportSource, readingOf } from "./import-source";
import { ImportWarnings } from "./import-warnings";
import type { ImportPreview } from "./read-import";
import { RefusedGrid } from "./refused-grid";
import { RefusedRows } from "./refused-rows";
import { runTask } from "./run-task";
import type { ShownColumns } from "./shown-columns";

const ENDINGS: Record<string, string> = {
	"text/csv": "csv",
	"application/x-ndjson": "ndjson",
};

export interface PreviewViewProps {
	preview: ImportPreview;
	source: ImportSource;
	setName: string;
	/** Null for a file that is no table. */
	columns: ShownColumns | null;
	/** Reads the table with other fields in the row of a line. */
	onFix: (line: number, cells: readonly string[]) => void;
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
export function PreviewView({ preview, source, setName, columns, onFix }: PreviewViewProps) {
	const { fences, accepted, refused, refusedCount, warnings } = preview;
	const index = useMemo(() => buildFenceIndex([fences]), [fences]);
	const focus = useMemo(() => {
		const bounds = boxAround(index);
		return bounds === null ? null : { bounds: roomy(bounds) };
	}, [index]);
	const whole = useRef<HTMLElement>(null);
	const grid = useRef<HTMLElement>(null);
	// The row that had the focus is gone once it has no error; the dialog would take the focus next.
	useLayoutEffect(() => {
		if (source.mended === undefined || document.activeElement !== document.body) return;
		(refused.length > 0 ? grid : whole).current?.focus();
	}, [source, refused]);
	const [writing, setWriting] = useState(false);
	const write = async () => {
		setWriting(true);
		try {
			const task = { kind: "refused", ...readingOf(source) } as const;
			const reply = await runTask(task, { signal: new AbortController().signal });
			const stem = source.name === "pasted text" ? "pasted" : source.name.replace(/\.\w+$/, "");
			if (reply.kind === "written") {
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
		<section ref={whole} tabIndex={-1} aria-label="Preview" className="grid grid-cols-1 gap-3 outline-none">
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
			{columns === null ? null : (
				<section ref={grid} tabIndex={-1} aria-label="Rows with errors" className="outline-none empty:hidden">
					<RefusedGrid columns={columns} rows={refused} total={refusedCount} onFix={onFix} />
				</section>
			)}
			<RefusedRows
				rows={columns === null ? refused : refused.filter(({ cells }) => cells === undefined)}
				total={refusedCount}
			/>
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
