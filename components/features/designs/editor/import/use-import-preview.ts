import { useEffect, useRef, useState } from "react";
import { asSentence } from "@/lib/rules/text/as-sentence";
import type { ImportSource } from "./import-source";
import type { ImportPreview, ImportProgress } from "./read-import";
import { runTask } from "./run-task";

export interface PreviewState {
	source: ImportSource | null;
	progress: ImportProgress | null;
	preview: ImportPreview | null;
	problem: string | null;
	/** Reads another source; null discards the previous one. */
	read: (source: ImportSource | null) => void;
	fail: (problem: string) => void;
}

/** Reads a source on a worker, until another is selected or the dialog closes. */
export function useImportPreview(): PreviewState {
	const [source, setSource] = useState<ImportSource | null>(null);
	const [progress, setProgress] = useState<ImportProgress | null>(null);
	const [preview, setPreview] = useState<ImportPreview | null>(null);
	const [problem, setProblem] = useState<string | null>(null);
	const running = useRef<AbortController | null>(null);
	useEffect(() => () => running.current?.abort(), []);
	const reset = (next: ImportSource | null, why: string | null) => {
		running.current?.abort();
		setSource(next);
		setProgress(null);
		setPreview(null);
		setProblem(why);
	};
	const read = (next: ImportSource | null) => {
		reset(next, null);
		if (next === null) return;
		const controller = new AbortController();
		running.current = controller;
		runTask(
			{ kind: "read", file: next.file },
			{
				signal: controller.signal,
				onProgress: setProgress,
			},
		).then(
			(reply) => {
				if (reply.kind === "preview") setPreview(reply.preview);
			},
			(error: unknown) => {
				if (!controller.signal.aborted)
					setProblem(error instanceof Error ? asSentence(error.message) : "The file cannot be read.");
			},
		);
	};
	return { source, progress, preview, problem, read, fail: (why) => reset(null, why) };
}
