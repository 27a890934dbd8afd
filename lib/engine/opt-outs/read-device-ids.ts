import { createReadStream } from "node:fs";
import { isDeviceId, isZeroDeviceId } from "@/lib/formats/device-id";
import { asObject } from "@/lib/rules/documents/as-object";
import { CsvReader, type CsvRow } from "@/lib/rules/documents/csv-reader";
import { DELIMITERS } from "@/lib/rules/documents/delimiter";
import { type OpenDocument, openDocument } from "@/lib/rules/documents/open-document";
import { splitLines } from "@/lib/rules/documents/split-lines";
import { decodeUtf8Stream } from "@/lib/rules/documents/utf8";
import { InvalidArgumentError } from "@/lib/rules/errors";

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
 * Reads device ids from a file: one a line, a table with the column `device_id`, or JSON lines of
 * texts or objects with `device_id`; plain or gzip.
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
	if (document.kind === "json") await readLines(document, options.signal, judge);
	else await readRows(document, options.signal, judge, refuse);
	return refused;
}

type Judge = (text: string, line: number) => void;

async function readLines({ body, line }: OpenDocument, signal: AbortSignal, judge: Judge): Promise<void> {
	let number = line;
	for await (const text of splitLines(body)) {
		signal.throwIfAborted();
		const json = text.replace("\u001e", "").trim();
		// An id may stand in braces.
		if (json !== "") judge(isDeviceId(json) ? json : idOf(json), number);
		number += 1;
	}
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
			if (/[\r\n]./s.test(head) || head.length > MOST_HEAD) open = begin();
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

/** The column of the ids, and what of the file is a header row: a list of ids has none. */
function beginTable(head: string, line: number): IdTable {
	const [first = ""] = head.split(/\r\n|[\r\n]/, 1);
	const isHeading = (cell: string) =>
		cell
			.trim()
			.replace(/^"(.*)"$/, "$1")
			.toLowerCase() === COLUMN;
	for (const delimiter of DELIMITERS) {
		const column = first.split(delimiter).findIndex(isHeading);
		if (column < 0) continue;
		const skip = head.startsWith("\r\n", first.length) ? first.length + 2 : Math.min(head.length, first.length + 1);
		return { reader: new CsvReader(delimiter, { line: line + 1 }), column, skip };
	}
	const several = DELIMITERS.some((delimiter) => first.includes(delimiter));
	if (several)
		throw new InvalidArgumentError(`the file must be a list of device ids, or a table with the column ${COLUMN}`);
	return { reader: new CsvReader(",", { line }), column: 0, skip: 0 };
}
