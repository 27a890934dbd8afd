import type { OpenDocument } from "@/lib/rules/documents/open-document";
import { type FoundColumns, readTable } from "@/lib/rules/documents/read-table";
import { splitLines } from "@/lib/rules/documents/split-lines";
import { REASON } from "@/lib/rules/geofences/further-properties";
import type { GeofenceRow } from "@/lib/rules/geofences/geofence";
import { type JsonItem, JsonSplitter } from "@/lib/rules/geofences/json-splitter";
import { loneFeature } from "@/lib/rules/geofences/lone-feature";
import { parseGeofences } from "@/lib/rules/geofences/parse";
import { JsonRows } from "@/lib/rules/geofences/parse-json";
import type { TableOptions } from "@/lib/rules/geofences/parse-table";
import { findGeofenceColumns } from "@/lib/rules/geofences/table-columns";
import { BYTE_ORDER_MARK, csvCell, quotedCell } from "@/lib/rules/text/csv-row";
import { bytesOf } from "./bytes-of";
import { openFile } from "./open-file";

/** Characters per part of the new file, which the browser keeps out of memory. */
const PART = 1_000_000;

/** A refused row, from `line` to before `until`, where the next one begins. */
export interface RefusedLines {
	line: number;
	until: number;
	reason: string;
}

/** The text of a refused row in its file. */
interface RefusedText {
	text: string;
	reason: string;
}

/** The lines of the rows for which there is a reason. */
export async function* linesOfRows(
	file: Blob,
	options: TableOptions,
	reasonOf: (row: GeofenceRow) => string | undefined,
): AsyncGenerator<RefusedLines> {
	let begun: { line: number; reason: string } | undefined;
	for await (const row of parseGeofences(bytesOf(file), { maxBytes: Number.POSITIVE_INFINITY, ...options })) {
		// A row may have several geofences.
		if (row.line === begun?.line) continue;
		if (begun !== undefined) yield { ...begun, until: row.line };
		const reason = reasonOf(row);
		begun = reason === undefined ? undefined : { line: row.line, reason };
	}
	if (begun !== undefined) yield { ...begun, until: Number.POSITIVE_INFINITY };
}

const refusedLines = (file: Blob, options: TableOptions) =>
	linesOfRows(file, options, (row) => ("refused" in row ? row.refused : undefined));

/** The texts of rows, in order. */
async function* textsOf(
	file: Blob,
	rows: AsyncIterable<RefusedLines> | Iterable<RefusedLines>,
): AsyncGenerator<RefusedText> {
	const document = await openFile(file);
	const lines = splitLines(document.body);
	let read = document.line - 1;
	for await (const { line: from, until, reason } of rows) {
		const own: string[] = [];
		while (read + 1 < until) {
			const line = await lines.next();
			if (line.done === true) break;
			read += 1;
			if (read >= from) own.push(line.value);
		}
		yield { text: own.join("\n").replace(/\n+$/, ""), reason };
	}
	await lines.return(undefined);
}

/**
 * The objects and features of a JSON file that an import would refuse, and how they stand in it.
 */
async function* refusedJson(
	document: OpenDocument,
	bufferMeters: number | undefined,
): AsyncGenerator<RefusedText & Pick<JsonItem, "kind">> {
	const decoder = new TextDecoder();
	// Those that are too large are kept as well.
	const splitter = new JsonSplitter({ line: document.line, maxBytes: Number.POSITIVE_INFINITY });
	const rows = new JsonRows(bufferMeters);
	function* refusedOf(items: readonly JsonItem[]) {
		for (const item of items) {
			for (const row of rows.of(item)) {
				if (!("refused" in row)) continue;
				yield { kind: item.kind, text: decoder.decode(item.bytes ?? new Uint8Array()), reason: row.refused };
			}
		}
	}
	for await (const chunk of document.body) yield* refusedOf(splitter.push(chunk));
	yield* refusedOf(splitter.end());
}

/** The feature with its reason; undefined for text that is not JSON. */
function withReason({ text, reason }: RefusedText): string | undefined {
	try {
		const value = JSON.parse(text) as object | null;
		const feature = (loneFeature(value) ?? value) as { properties?: Record<string, unknown> | null } | null;
		if (typeof feature !== "object" || feature === null || Array.isArray(feature)) return undefined;
		// A row that failed again has its earlier reason.
		const { [REASON]: _before, ...properties } = feature.properties ?? {};
		return JSON.stringify({ ...feature, properties: { [REASON]: reason, ...properties } });
	} catch {
		return undefined;
	}
}

/** Joins pieces of text to a file. */
export async function written(pieces: AsyncIterable<string>, contentType: string): Promise<Blob> {
	const parts: Blob[] = [];
	let text = "";
	for await (const piece of pieces) {
		text += piece;
		if (text.length < PART) continue;
		parts.push(new Blob([text]));
		text = "";
	}
	return new Blob([...parts, text], { type: contentType });
}

/** A collection of a list's features; other items become texts. */
async function* collectionOf(rows: AsyncIterable<RefusedText>): AsyncGenerator<string> {
	yield '{"type":"FeatureCollection","features":[\n';
	let before = "";
	for await (const row of rows) {
		const { text, reason } = row;
		const other = { type: "Feature", properties: { [REASON]: reason, text }, geometry: null };
		yield `${before}${withReason(row) ?? JSON.stringify(other)}`;
		before = ",\n";
	}
	yield "\n]}\n";
}

async function* featureLinesOf(rows: AsyncIterable<RefusedText>): AsyncGenerator<string> {
	for await (const row of rows) yield `${withReason(row) ?? row.text.replace(/[\r\n]+/g, " ").trim()}\n`;
}

/** Objects one after the other come out as lines, lists and collections as one collection. */
async function jsonFile(file: Blob, bufferMeters: number | undefined): Promise<Blob> {
	const first = await refusedJson(await openFile(file), bufferMeters).next();
	const rows = refusedJson(await openFile(file), bufferMeters);
	if (first.done === true || first.value.kind === "element") return written(collectionOf(rows), "application/geo+json");
	return written(featureLinesOf(rows), "application/x-ndjson");
}

type Find = (headings: readonly string[]) => FoundColumns<unknown>;

async function* tableOf(
	file: Blob,
	how: { find: Find; headings?: readonly string[] | undefined },
	rows: AsyncIterable<RefusedText>,
): AsyncGenerator<string> {
	const tables = readTable(await openFile(file), { ...how, needed: "", invalidText: "replace" });
	const { value: table } = await tables.next();
	await tables.return(undefined);
	if (table === undefined) return;
	const { delimiter, headings } = table.header;
	// As above: rows that failed again have their earlier reason in the first column.
	const again = headings[0] === REASON;
	const row = (again ? headings : [REASON, ...headings]).map(quotedCell).join(delimiter);
	yield `${BYTE_ORDER_MARK}${row}\n`;
	const separator = delimiter === "|" ? "\\|" : delimiter;
	const first = new RegExp(`^(?:"(?:[^"]|"")*"|[^${separator}]*)${separator}`);
	for await (const { text, reason } of rows) {
		const own = again ? text.replace(first, "") : text;
		yield `${csvCell(reason)}${delimiter}${own}\n`;
	}
}

/** Some rows of a table, with the reason as the first column. */
export const refusedTable = (
	file: Blob,
	find: Find,
	rows: AsyncIterable<RefusedLines> | Iterable<RefusedLines>,
	headings?: readonly string[],
): Promise<Blob> => written(tableOf(file, { find, headings }, textsOf(file, rows)), "text/csv");

/**
 * A file of the rows that an import would refuse, in the same format with the reason as the first
 * column or a property, which an import ignores. Streams the file again, so that a million rows
 * take no more memory than one.
 */
export async function refusedFile(file: Blob, options: TableOptions = {}): Promise<Blob> {
	const document = await openFile(file);
	await document.body.return(undefined);
	if (document.kind === "json") return jsonFile(file, options.bufferMeters);
	const find: Find = (headings) => findGeofenceColumns(headings, options.choices);
	return refusedTable(file, find, refusedLines(file, options), options.headings);
}
