import { fencePieces, type PackedFences, packFences } from "@/components/kit/map/packed-fences";
import type { JsonFormat } from "@/lib/rules/documents/converted-format";
import { type UnknownColumns, UnknownColumnsError } from "@/lib/rules/documents/unknown-columns-error";
import { ForeignJsonError } from "@/lib/rules/geofences/foreign-json-error";
import type { readingOf } from "./import-source";
import { mendedFile } from "./mended-file";
import { type ImportPreview, type ImportProgress, readImport } from "./read-import";
import { refusedFile } from "./refused-file";

/** A task of the worker: read a file, or write a file of its refused rows, or one with mended rows. */
export interface ImportTask extends ReturnType<typeof readingOf> {
	kind: "read" | "refused" | "mended";
}

export type ImportReply =
	| { kind: "progress"; progress: ImportProgress }
	/** Some of the geofences of the following preview. */
	| { kind: "fences"; fences: PackedFences }
	| { kind: "preview"; preview: ImportPreview }
	| { kind: "written"; file: Blob }
	/**
	 * With the kind of a file of JSON that has to be converted before it is read, or with the start of
	 * a table whose columns are to be named.
	 */
	| { kind: "failed"; message: string; format?: JsonFormat; table?: UnknownColumns };

const scope = self as unknown as {
	onmessage: (event: MessageEvent<ImportTask>) => void;
	postMessage: (reply: ImportReply, transfer?: ArrayBuffer[]) => void;
};

async function act(task: ImportTask): Promise<ImportReply> {
	if (task.kind === "refused") return { kind: "written", file: await refusedFile(task.file, task) };
	if (task.kind === "mended") return { kind: "written", file: await mendedFile(task.file, task) };
	const report = (progress: ImportProgress) => scope.postMessage({ kind: "progress", progress });
	const preview = await readImport(task.file, report, task);
	// Receiving hundreds of thousands at once would block the page for a second.
	for (const piece of fencePieces(preview.fences)) {
		const { packed, memory } = packFences(piece);
		scope.postMessage({ kind: "fences", fences: packed }, memory);
	}
	return { kind: "preview", preview: { ...preview, fences: [] } };
}

scope.onmessage = ({ data }) => {
	act(data).then(
		(reply) => scope.postMessage(reply),
		(error: unknown) =>
			scope.postMessage({
				kind: "failed",
				message: error instanceof Error ? error.message : "The file cannot be read.",
				...(error instanceof ForeignJsonError ? { format: error.format } : {}),
				...(error instanceof UnknownColumnsError ? { table: error.table } : {}),
			}),
	);
};
