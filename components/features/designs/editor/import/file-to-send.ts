import { type ImportSource, readingOf } from "./import-source";
import { runTask } from "./run-task";

/**
 * The file of a source as the service is to read it: with its mended rows, and with a header row.
 * @throws the worker's error, or the abort
 */
export async function fileToSend(source: ImportSource, signal: AbortSignal): Promise<Blob> {
	if (source.mended === undefined && source.headings === undefined) return source.file;
	const reply = await runTask({ kind: "mended", ...readingOf(source) }, { signal });
	if (reply.kind !== "written") throw new Error("The file cannot be read.");
	return reply.file;
}
