import { useEffect, useRef, useState } from "react";
import { isWholeChoice } from "@/lib/rules/geofences/column-choice";
import { choiceOfRoles } from "@/lib/rules/geofences/column-roles";
import { asSentence } from "@/lib/rules/text/as-sentence";
import type { ImportSource } from "./import-source";
import type { ImportPreview, ImportProgress } from "./read-import";
import { type ReadSource, readSource, UnnamedColumnsError } from "./read-source";
import { columnsOfRead, columnsOfUnnamed, type PageRole, type ShownColumns, withoutAddress } from "./shown-columns";

export interface PreviewState {
	source: ImportSource | null;
	/** Whether the service is making another format readable. */
	converting: boolean;
	progress: ImportProgress | null;
	preview: ImportPreview | null;
	/** Whether the preview is still the previous one, while its source is read in another way. */
	outdated: boolean;
	problem: string | null;
	/** The columns of a table; null for other files. */
	columns: ShownColumns | null;
	/** Reads another source; null discards the previous one. */
	read: (source: ImportSource | null) => void;
	/** Reads the table by other columns. */
	name: (roles: readonly PageRole[]) => void;
	/** Reads the table with other fields in the row of a line. */
	fixRow: (line: number, cells: readonly string[]) => void;
	fail: (problem: string) => void;
}

/**
 * Reads a source, until another is selected or the dialog closes.
 * @param initial the source to begin with
 */
export function useImportPreview(initial: ImportSource | null = null): PreviewState {
	const [source, setSource] = useState<ImportSource | null>(null);
	const [progress, setProgress] = useState<ImportProgress | null>(null);
	const [preview, setPreview] = useState<ImportPreview | null>(null);
	const [outdated, setOutdated] = useState(false);
	const [converting, setConverting] = useState(false);
	const [problem, setProblem] = useState<string | null>(null);
	const [columns, setColumns] = useState<ShownColumns | null>(null);
	const running = useRef<AbortController | null>(null);
	useEffect(() => () => running.current?.abort(), []);
	const reset = (next: ImportSource | null, why: string | null) => {
		running.current?.abort();
		setSource(next);
		setConverting(false);
		setProgress(null);
		setPreview(null);
		setOutdated(false);
		setProblem(why);
		setColumns(null);
	};
	const take = (taken: ReadSource) => {
		setSource(taken.source);
		setPreview(taken.preview);
		setOutdated(false);
		setColumns(columnsOfRead(taken));
	};
	const refuse = (error: unknown) => {
		setPreview(null);
		setOutdated(false);
		if (error instanceof UnnamedColumnsError) {
			setSource(error.source);
			setColumns(columnsOfUnnamed(error));
		} else setProblem(error instanceof Error ? asSentence(error.message) : "The file cannot be read.");
	};
	const begin = (next: ImportSource) => {
		running.current?.abort();
		const controller = new AbortController();
		running.current = controller;
		const { signal } = controller;
		readSource(next, { signal, onProgress: setProgress, onConverting: () => signal.aborted || setConverting(true) })
			.then(
				(taken) => signal.aborted || take(taken),
				(error: unknown) => signal.aborted || refuse(error),
			)
			.finally(() => signal.aborted || setConverting(false));
	};
	const read = (next: ImportSource | null) => {
		reset(next, null);
		if (next !== null) begin(next);
	};
	/** What is shown stays until it is read again. */
	const readAgain = (next: ImportSource) => {
		setSource(next);
		setProblem(null);
		setOutdated(true);
		begin(next);
	};
	const name = (roles: readonly PageRole[]) => {
		if (columns === null || source === null) return;
		setColumns({ ...columns, roles });
		const choice = choiceOfRoles(columns.headings, roles.map(withoutAddress));
		if (isWholeChoice(choice)) return readAgain({ ...source, choices: [choice], chosen: choice });
		running.current?.abort();
		setPreview(null);
		setOutdated(false);
	};
	const fixRow = (line: number, cells: readonly string[]) => {
		if (source !== null) readAgain({ ...source, mended: new Map(source.mended).set(line, cells) });
	};
	// biome-ignore lint/correctness/useExhaustiveDependencies: the dialog begins with it once
	useEffect(() => {
		if (initial !== null) read(initial);
	}, []);
	const fail = (why: string) => reset(null, why);
	return { source, converting, progress, preview, outdated, problem, columns, read, name, fixRow, fail };
}
