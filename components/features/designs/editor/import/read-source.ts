import { send } from "@/lib/browser/api";
import { convertGeofences } from "@/lib/browser/geofences";
import { convertedFormat, type JsonFormat } from "@/lib/rules/documents/converted-format";
import { SIGNATURE_BYTES } from "@/lib/rules/documents/signatures";
import { UnknownColumnsError } from "@/lib/rules/documents/unknown-columns-error";
import { choiceOfRoles } from "@/lib/rules/geofences/column-roles";
import { ForeignJsonError } from "@/lib/rules/geofences/foreign-json-error";
import { findLinePlaces } from "./find-line-places";
import { guessColumns, isHeaderless } from "./guess-columns";
import { type ImportSource, readingOf } from "./import-source";
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
	if (source.lines !== undefined) return preview(await findLinePlaces(source, options.signal), options);
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

/**
 * Reads a table by what people of the organization named its columns; one without a header row by its
 * contents.
 */
async function preview(given: ImportSource, options: Reading): Promise<ReadSource> {
	const source = await withChoices(given, options.signal);
	try {
		return await previewAs(source, options);
	} catch (error) {
		if (!(error instanceof UnknownColumnsError)) throw error;
		const { headings, sample } = error.table;
		if (source.headings !== undefined || !isHeaderless(headings)) throw new UnnamedColumnsError(error, source);
		const rows = [headings, ...sample];
		const numbered = headings.map((_, index) => `Column ${index + 1}`);
		const table = { ...error.table, headings: numbered, sample: rows };
		const roles = guessColumns(rows);
		const own = { ...source, headings: numbered };
		if (roles === undefined) throw new UnnamedColumnsError({ message: error.message, table }, own);
		return previewAs({ ...own, choices: [choiceOfRoles(numbered, roles)] }, options);
	}
}

/** With the choices of the organization, unless the source has its own, or is no table. */
async function withChoices(source: ImportSource, signal: AbortSignal): Promise<ImportSource> {
	if (source.choices !== undefined || source.lines !== undefined || /json/.test(source.contentType)) return source;
	const { choices } = await send("GET /api/geofence-columns", { signal });
	return { ...source, choices };
}

/** Nobody has named these columns yet; `source` is the file as it is read. */
export class UnnamedColumnsError extends UnknownColumnsError {
	readonly source: ImportSource;

	constructor({ message, table }: Pick<UnknownColumnsError, "message" | "table">, source: ImportSource) {
		super(message, table);
		this.source = source;
	}
}

async function previewAs(source: ImportSource, options: Reading): Promise<ReadSource> {
	const reply = await runTask({ kind: "read", ...readingOf(source) }, options);
	if (reply.kind !== "preview") throw new Error("The file cannot be read.");
	return { source, preview: reply.preview };
}
