import { convertGeofences } from "@/lib/browser/geofences";
import { convertedFormat, type JsonFormat } from "@/lib/rules/documents/converted-format";
import { SIGNATURE_BYTES } from "@/lib/rules/documents/signatures";
import { ForeignJsonError } from "@/lib/rules/geofences/foreign-json-error";
import type { ImportSource } from "./import-source";
import type { ImportPreview, ImportProgress } from "./read-import";
import { runTask } from "./run-task";

export interface ReadSource {
	/** The source to import, or its converted form from the service. */
	source: ImportSource;
	preview: ImportPreview;
}

/**
 * Reads a source on a worker. A file of another format is first converted by the service, also one
 * of JSON that turns out to be of another kind while it is read.
 * @throws an error with a sentence when the file cannot be read; the abort
 */
export async function readSource(
	source: ImportSource,
	options: { signal: AbortSignal; onProgress: (progress: ImportProgress) => void; onConverting: () => void },
): Promise<ReadSource> {
	const convert = async (json?: JsonFormat) => {
		options.onConverting();
		const file = await convertGeofences(source.file, { json, signal: options.signal });
		return preview({ ...source, file, contentType: "application/octet-stream" }, options);
	};
	const head = new Uint8Array(await source.file.slice(0, SIGNATURE_BYTES).arrayBuffer());
	if (convertedFormat(head) !== undefined) return convert();
	try {
		return await preview(source, options);
	} catch (error) {
		if (!(error instanceof ForeignJsonError)) throw error;
		return convert(error.format);
	}
}

async function preview(
	source: ImportSource,
	options: { signal: AbortSignal; onProgress: (progress: ImportProgress) => void },
): Promise<ReadSource> {
	const reply = await runTask({ kind: "read", file: source.file, bufferMeters: source.bufferMeters }, options);
	if (reply.kind !== "preview") throw new Error("The file cannot be read.");
	return { source, preview: reply.preview };
}
