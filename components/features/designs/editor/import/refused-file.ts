import { FeatureSplitter, type SplitFeature } from "@/lib/rules/geofences/feature-splitter";
import { loneFeature } from "@/lib/rules/geofences/lone-feature";
import { parseGeofences } from "@/lib/rules/geofences/parse";
import { tableDelimiter } from "@/lib/rules/geofences/table-delimiter";
import { bytesOf } from "./bytes-of";

const REASON = "refused_because";
/** Characters per part of the new file, which the browser keeps out of memory. */
const PART = 1_000_000;
/** Bytes to search for the header row. */
const HEAD = 128 * 1024;

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

/** Streams the lines of a text. */
async function* linesOf(file: Blob): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	let rest = "";
	for await (const bytes of bytesOf(file)) {
		const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
		rest = lines.pop() ?? "";
		yield* lines;
	}
	yield rest + decoder.decode();
}

/** The lines of the rows that an import would refuse. */
async function* refusedLines(file: Blob, contentType: string): AsyncGenerator<RefusedLines> {
	let open: { line: number; reason: string } | undefined;
	for await (const row of parseGeofences(bytesOf(file), contentType)) {
		if (open !== undefined) yield { ...open, until: row.line };
		open = "refused" in row ? { line: row.line, reason: row.refused } : undefined;
	}
	if (open !== undefined) yield { ...open, until: Number.POSITIVE_INFINITY };
}

/** The texts of rows, in order. */
async function* textsOf(
	file: Blob,
	rows: AsyncIterable<RefusedLines> | Iterable<RefusedLines>,
): AsyncGenerator<RefusedText> {
	const lines = linesOf(file);
	let read = 0;
	for await (const { line: from, until, reason } of rows) {
		const own: string[] = [];
		while (read + 1 < until) {
			const line = await lines.next();
			if (line.done === true) break;
			read += 1;
			if (read >= from) own.push(line.value);
		}
		yield { text: own.join("\n").replace(/[\r\n]+$/, ""), reason };
	}
}

/** Every feature of a collection, or a single one, including those that are too large. */
async function* featuresOf(file: Blob): AsyncGenerator<SplitFeature> {
	const splitter = new FeatureSplitter(Number.POSITIVE_INFINITY);
	for await (const bytes of bytesOf(file)) yield* splitter.push(bytes);
	if (splitter.found) return;
	const lone = loneFeature(JSON.parse(new TextDecoder().decode(splitter.end())));
	yield { line: 1, bytes: new TextEncoder().encode(JSON.stringify(lone)) };
}

/** The refused features of a collection. */
async function* refusedFeatures(file: Blob, contentType: string): AsyncGenerator<RefusedText> {
	const decoder = new TextDecoder();
	const features = featuresOf(file);
	for await (const row of parseGeofences(bytesOf(file), contentType)) {
		const feature = await features.next();
		if (feature.done !== true && "refused" in row) {
			yield { text: decoder.decode(feature.value.bytes ?? new Uint8Array()), reason: row.refused };
		}
	}
}

function withReason({ text, reason }: RefusedText): string {
	try {
		const feature = JSON.parse(text) as { properties?: Record<string, unknown> | null } | null;
		if (typeof feature !== "object" || feature === null || Array.isArray(feature)) return text;
		// A row that failed again has its earlier reason.
		const { [REASON]: _before, ...properties } = feature.properties ?? {};
		return JSON.stringify({ ...feature, properties: { [REASON]: reason, ...properties } });
	} catch {
		return text;
	}
}

/** Joins pieces of text to a file. */
async function written(pieces: AsyncIterable<string>, contentType: string): Promise<Blob> {
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

async function* collectionOf(rows: AsyncIterable<RefusedText>): AsyncGenerator<string> {
	yield '{"type":"FeatureCollection","features":[\n';
	let before = "";
	for await (const row of rows) {
		yield `${before}${withReason(row)}`;
		before = ",\n";
	}
	yield "\n]}\n";
}

async function* featureLinesOf(rows: AsyncIterable<RefusedText>): AsyncGenerator<string> {
	for await (const row of rows) yield `${withReason(row)}\n`;
}

async function* tableOf(file: Blob, usual: "," | "\t", rows: AsyncIterable<RefusedText>): AsyncGenerator<string> {
	const head = (await file.slice(0, HEAD).text()).replace(/^\s+/, "");
	const delimiter = tableDelimiter(head, usual);
	const [header = ""] = head.split(/\r?\n/, 1);
	// As above: rows that failed again have their earlier reason in the first column.
	const again = header.startsWith(`${REASON}${delimiter}`);
	yield `${again ? header : `${REASON}${delimiter}${header}`}\n`;
	const first = new RegExp(`^(?:"(?:[^"]|"")*"|[^${delimiter}]*)${delimiter}`);
	for await (const { text, reason } of rows) {
		const own = again ? text.replace(first, "") : text;
		yield `"${reason.replaceAll('"', '""')}"${delimiter}${own}\n`;
	}
}

/** Some rows of a table, with the reason as the first column. */
export const refusedTable = (
	file: Blob,
	usual: "," | "\t",
	rows: AsyncIterable<RefusedLines> | Iterable<RefusedLines>,
): Promise<Blob> => written(tableOf(file, usual, textsOf(file, rows)), file.type);

/**
 * A file of the rows that an import would refuse, in the same format with the reason as the first
 * column or a property, which an import ignores. Streams the file again, so that a million rows
 * take no more memory than one.
 */
export async function refusedFile(file: Blob, contentType: string): Promise<Blob> {
	if (contentType === "application/geo+json") {
		return written(collectionOf(refusedFeatures(file, contentType)), contentType);
	}
	const rows = refusedLines(file, contentType);
	if (contentType === "application/x-ndjson") return written(featureLinesOf(textsOf(file, rows)), contentType);
	return refusedTable(file, contentType === "text/tab-separated-values" ? "\t" : ",", rows);
}
