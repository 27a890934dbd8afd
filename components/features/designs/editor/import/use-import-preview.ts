import { useEffect, useRef, useState } from "react";
import { asSentence } from "@/lib/rules/text/as-sentence";
import type { ImportSource } from "./import-source";
import type { ImportPreview, ImportProgress } from "./read-import";
import { readSource, UnnamedColumnsError } from "./read-source";

export interface PreviewState {
	source: ImportSource | null;
	/** Whether the service is making another format readable. */
	converting: boolean;
	progress: ImportProgress | null;
	preview: ImportPreview | null;
	problem: string | null;
	/** The columns of the source that nobody has named. */
	unnamed: UnnamedColumnsError | null;
	/** Reads another source; null discards the previous one. */
	read: (source: ImportSource | null) => void;
	fail: (problem: string) => void;
}

/** Reads a source, until another is selected or the dialog closes. */
export function useImportPreview(): PreviewState {
	const [source, setSource] = useState<ImportSource | null>(null);
	const [progress, setProgress] = useState<ImportProgress | null>(null);
	const [preview, setPreview] = useState<ImportPreview | null>(null);
	const [converting, setConverting] = useState(false);
	const [problem, setProblem] = useState<string | null>(null);
	const [unnamed, setUnnamed] = useState<UnnamedColumnsError | null>(null);
	const running = useRef<AbortController | null>(null);
	useEffect(() => () => running.current?.abort(), []);
	const reset = (next: ImportSource | null, why: string | null) => {
		running.current?.abort();
		setSource(next);
		setConverting(false);
		setProgress(null);
		setPreview(null);
		setProblem(why);
		setUnnamed(null);
	};
	const read = (next: ImportSource | null) => {
		reset(next, null);
		if (next === null) return;
		const controller = new AbortController();
		running.current = controller;
		const { signal } = controller;
		readSource(next, { signal, onProgress: setProgress, onConverting: () => signal.aborted || setConverting(true) })
			.then(
				(taken) => {
					if (signal.aborted) return;
					setSource(taken.source);
					setPreview(taken.preview);
				},
				(error: unknown) => {
					if (signal.aborted) return;
					if (error instanceof UnnamedColumnsError) setUnnamed(error);
					setProblem(error instanceof Error ? asSentence(error.message) : "The file cannot be read.");
				},
			)
			.finally(() => signal.aborted || setConverting(false));
	};
	return { source, converting, progress, preview, problem, unnamed, read, fail: (why) => reset(null, why) };
}
