import { InvalidArgumentError } from "@/lib/rules/errors";
import { gunzip } from "./gunzip";
import { CARRIAGE_RETURN, LINE_FEED, OPEN_LIST, OPEN_OBJECT, RECORD_SEPARATOR, SPACE, TAB } from "./json-bytes";
import { LineCounter } from "./line-ends";
import { following, readHead } from "./read-head";
import { foreignFormat, isGzip, SIGNATURE_BYTES, xmlFormat } from "./signatures";
import { joinBytes } from "./utf8";

/** An uploaded file of text. */
export interface OpenDocument {
	/** By the first character that is not blank. */
	kind: "json" | "table";
	/**
	 * UTF-8 without a byte order mark, from that character's line on. Must be read, or closed with
	 * `return`.
	 */
	body: AsyncGenerator<Uint8Array>;
	/** The number of that line. */
	line: number;
}

export interface DocumentLimits {
	/** Bytes of a packed file once it is unpacked. */
	maxBytes: number;
}

/**
 * Opens a file by its contents and not by its label (docs/contract.md, Imports): UTF-8 or UTF-16,
 * plain or gzip, JSON or a table.
 * @throws InvalidArgumentError for an empty file, and for other formats, which it names
 * @throws TooLargeError for gzip that unpacks to more than the limit
 */
export async function openDocument(
	body: AsyncIterable<Uint8Array>,
	{ maxBytes }: DocumentLimits,
): Promise<OpenDocument> {
	let { head, rest } = await readHead(body);
	try {
		if (isGzip(head)) {
			({ head, rest } = await readHead(gunzip(rest, maxBytes)));
			if (isGzip(head)) refuse("gzip within gzip");
		}
		const foreign = foreignFormat(head);
		if (foreign !== undefined) refuse(foreign);
		const text = toUtf8(head, rest);
		rest = text;
		return await findStart(text);
	} catch (error) {
		await rest.return(undefined);
		throw error;
	}
}

function refuse(what: string): never {
	throw new InvalidArgumentError(
		`the file is ${what}, which is not read: convert it to GeoJSON, or to CSV in UTF-8 with a header row`,
	);
}

/** The body as UTF-8 without its byte order mark. */
function toUtf8(head: Uint8Array, body: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
	if (head[0] === 0xff && head[1] === 0xfe) return fromUtf16(body, "utf-16le");
	if (head[0] === 0xfe && head[1] === 0xff) return fromUtf16(body, "utf-16be");
	return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? without(body, 3) : body;
}

async function* without(body: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
	let left = bytes;
	for await (const chunk of body) {
		const cut = Math.min(left, chunk.length);
		left -= cut;
		if (cut < chunk.length) yield chunk.subarray(cut);
	}
}

async function* fromUtf16(
	body: AsyncIterable<Uint8Array>,
	encoding: "utf-16le" | "utf-16be",
): AsyncGenerator<Uint8Array> {
	const decoder = new TextDecoder(encoding, { fatal: true });
	const encoder = new TextEncoder();
	const counter = new LineCounter();
	const decode = (chunk?: Uint8Array) => {
		try {
			return encoder.encode(chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true }));
		} catch {
			throw new InvalidArgumentError(`the file is not valid UTF-16 after line ${counter.line}`);
		}
	};
	for await (const chunk of body) {
		const bytes = decode(chunk);
		counter.add(bytes);
		yield bytes;
	}
	yield decode();
}

const LESS_THAN = 0x3c;

/** Skips blanks at the start, however many. */
async function findStart(body: AsyncGenerator<Uint8Array>): Promise<OpenDocument> {
	const counter = new LineCounter();
	/** Blanks of the current line: a tab before the first heading is an empty one. */
	let before: Uint8Array = new Uint8Array(0);
	for (let part = await body.next(); part.done !== true; part = await body.next()) {
		let lineStart = 0;
		for (let index = 0; index < part.value.length; index += 1) {
			const byte = part.value[index] as number;
			counter.addByte(byte);
			if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
				lineStart = index + 1;
				before = before.subarray(0, 0);
			} else if (byte !== SPACE && byte !== TAB) {
				const whole = following([joinBytes([before, part.value.subarray(lineStart)])], body);
				if (byte === LESS_THAN) refuse(xmlFormat((await readHead(whole)).head));
				const kind = byte === OPEN_OBJECT || byte === OPEN_LIST || byte === RECORD_SEPARATOR ? "json" : "table";
				return { kind, line: counter.line, body: whole };
			}
		}
		if (before.length < SIGNATURE_BYTES) before = joinBytes([before, part.value.subarray(lineStart)]);
	}
	throw new InvalidArgumentError("the file is empty");
}
