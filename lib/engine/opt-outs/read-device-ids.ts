import { createReadStream } from "node:fs";
import { isDeviceId, isZeroDeviceId } from "@/lib/formats/device-id";
import { asObject } from "@/lib/rules/documents/as-object";
import { CsvReader, type CsvRow } from "@/lib/rules/documents/csv-reader";
import { DELIMITERS, separatorOf } from "@/lib/rules/documents/delimiter";
import { type OpenDocument, openDocument } from "@/lib/rules/documents/open-document";
import { delimitersOf } from "@/lib/rules/documents/read-table";
import { decodeUtf8Stream } from "@/lib/rules/documents/utf8";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { JsonSplitter } from "@/lib/rules/geofences/json-splitter";

/** Refused rows of a file of device ids, none of which is repeated in a reason. */
export interface RefusedIds {
	count: number;
	rows: { line: number; reason: string }[];
}

export interface ReadIdsOptions {
	/** Bytes of a packed file once it is unpacked. */
	maxBytes: number;
	/** Called with each device id, in any spelling. */
	take: (id: string) => void;
	signal: AbortSignal;
}

const LISTED_REFUSALS = 100;
const COLUMN = "device_id";
const NO_ID = "Not a device id: it must have 32, 40 or 64 hexadecimal digits.";
const ZERO_ID = "The all-zero id of devices with tracking switched off.";

/**
 * Reads device ids from a file: one a line, a table with the column `device_id`, or JSON: lists or
 * lines of texts or of objects with `device_id`; plain or gzip.
 * @returns the rows that are no device id
 * @throws InvalidArgumentError for another format, and a table without the column
 */
export async function readDeviceIds(path: string, options: ReadIdsOptions): Promise<RefusedIds> {
	const refused: RefusedIds = { count: 0, rows: [] };
	const refuse = (line: number, reason: string) => {
		refused.count += 1;
		if (refused.rows.length < LISTED_REFUSALS) refused.rows.push({ line, reason });
	};
	const judge = (text: string, line: number) => {
		const id = text.trim();
		if (isDeviceId(id)) options.take(id);
		else refuse(line, isZeroDeviceId(id) ? ZERO_ID : NO_ID);
	};
	const input = createReadStream(path, { highWaterMark: 256 * 1024 });
	const document = await openDocument(input, options);
	if (document.kind === "json") await readJson(document, options.signal, judge);
	else await readRows(document, options.signal, judge, refuse);
	return refused;
}

type Judge = (text: string, line: number) => void;

/** An object or list is read as a whole: its lines may look like ids, and are not all of it. */
async function readJson({ body, line }: OpenDocument, signal: AbortSignal, judge: Judge): Promise<void> {
	const splitter = new JsonSplitter({ line, maxBytes: MOST_HEAD });
	const judgeAll = (items: ReturnType<JsonSplitter["end"]>) => {
		for (const item of items) {
			const json = new TextDecoder().decode(item.bytes ?? new Uint8Array(0)).trim();
			// An id may stand in braces.
			if (json !== "" || item.kind !== "junk") judge(isDeviceId(json) ? json : idOf(json), item.line);
		}
	};
	for await (const chunk of body) {
		signal.throwIfAborted();
		judgeAll(splitter.push(chunk));
	}
	judgeAll(splitter.end());
}

function idOf(json: string): string {
	let value: unknown;
	try {
		value = JSON.parse(json);
	} catch {
		return "";
	}
	const id = asObject(value)?.[COLUMN] ?? value;
	return typeof id === "string" ? id : "";
}

async function readRows(
	{ body, line }: OpenDocument,
	signal: AbortSignal,
	judge: Judge,
	refuse: (line: number, reason: string) => void,
): Promise<void> {
	let open: IdTable | undefined;
	let head = "";
	const read = (rows: readonly CsvRow[], column: number) => {
		for (const row of rows) {
			if (row.fields === null) refuse(row.line, `${row.reason.charAt(0).toUpperCase()}${row.reason.slice(1)}.`);
			else judge(row.fields[column] ?? "", row.line);
		}
	};
	const begin = (): IdTable => {
		const begun = beginTable(head, line);
		read(begun.reader.push(head.slice(begun.skip)), begun.column);
		return begun;
	};
	for await (const text of decodeUtf8Stream(body, { line, invalid: "replace" })) {
		signal.throwIfAborted();
		if (open === undefined) {
			head += text;
			if (HEAD.test(head) || head.length > MOST_HEAD) open = begin();
		} else read(open.reader.push(text), open.column);
	}
	open ??= begin();
	read(open.reader.end(), open.column);
}

interface IdTable {
	reader: CsvReader;
	column: number;
	/** Characters of the header row. */
	skip: number;
}

/** Characters in which the first line must end. */
const MOST_HEAD = 64 * 1024;
/** A complete first line, perhaps after one that names the delimiter. */
const HEAD = /^(?:"?sep=[^\r\n]*(?:\r\n?|\n))?[^\r\n]*[\r\n]./is;

/** The column of the ids, and the header row: a list of ids has none. */
function beginTable(head: string, firstLine: number): IdTable {
	const separator = separatorOf(lineAt(head, 0));
	const start = separator === undefined ? 0 : afterLine(head, 0);
	const line = separator === undefined ? firstLine : firstLine + 1;
	const delimiters = delimitersOf(separator);
	const first = lineAt(head, start);
	const isHeading = (cell: string) =>
		cell
			.trim()
			.replace(/^"(.*)"$/, "$1")
			.toLowerCase() === COLUMN;
	for (const delimiter of delimiters) {
		const column = first.split(delimiter).findIndex(isHeading);
		if (column < 0) continue;
		return { reader: new CsvReader(delimiter, { line: line + 1 }), column, skip: afterLine(head, start) };
	}
	const several = DELIMITERS.some((delimiter) => first.includes(delimiter));
	if (several)
		throw new InvalidArgumentError(`the file must be a list of device ids, or a table with the column ${COLUMN}`);
	return { reader: new CsvReader(",", { line }), column: 0, skip: start };
}

const lineAt = (text: string, start: number) => /[^\r\n]*/y.exec(text.slice(start))?.[0] ?? "";

const afterLine = (text: string, start: number) => {
	const end = start + lineAt(text, start).length;
	return text.startsWith("\r\n", end) ? end + 2 : Math.min(text.length, end + 1);
};
