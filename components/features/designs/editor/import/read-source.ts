import { send } from "@/lib/browser/api";
import { convertGeofences } from "@/lib/browser/geofences";
import { convertedFormat, type JsonFormat } from "@/lib/rules/documents/converted-format";
import { SIGNATURE_BYTES } from "@/lib/rules/documents/signatures";
import { UnknownColumnsError } from "@/lib/rules/documents/unknown-columns-error";
import { headingsBy } from "@/lib/rules/geofences/column-choice";
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

type Reading = { signal: AbortSignal; onProgress: (progress: ImportProgress) => void };

/** Reads a table whose headings do not say it by what people of the organization named its columns. */
async function preview(source: ImportSource, options: Reading): Promise<ReadSource> {
	try {
		return await previewAs(source, options);
	} catch (error) {
		if (!(error instanceof UnknownColumnsError) || source.choices !== undefined) throw error;
		const { choices } = await send("GET /api/geofence-columns", { signal: options.signal });
		const fits = choices.some((choice) => headingsBy(choice, error.table.headings) !== undefined);
		if (fits) return previewAs({ ...source, choices }, options);
		throw new UnnamedColumnsError(error, source);
	}
}

/** Nobody has named these columns yet; `source` is the file as it is read. */
export class UnnamedColumnsError extends UnknownColumnsError {
	readonly source: ImportSource;

	constructor({ message, table }: UnknownColumnsError, source: ImportSource) {
		super(message, table);
		this.source = source;
	}
}

async function previewAs(source: ImportSource, options: Reading): Promise<ReadSource> {
	const { file, bufferMeters, choices } = source;
	const reply = await runTask({ kind: "read", file, bufferMeters, choices }, options);
	if (reply.kind !== "preview") throw new Error("The file cannot be read.");
	return { source, preview: reply.preview };
}
