import type { Delimiter } from "./delimiter";
import { LineEnds } from "./line-ends";

/**
 * A row and its first line; `fields` is null when the row is invalid, for `reason`, and `misfits` are
 * its fields where they are too many or too few.
 */
export type CsvRow =
	| { line: number; fields: string[] }
	| { line: number; fields: null; reason: string; misfits?: string[] };

/** Default limit of a row's characters, which bounds memory. */
export const MAX_ROW_LENGTH = 64 * 1024;
/** Characters after a row's first line: ends the search for a missing closing quote. */
const MAX_CONTINUATION = 64 * 1024;

const LINE_END = /[\r\n]/;

type Scan = { end: number } & ({ fields: string[] } | { fields: null; reason: string });

export interface CsvReaderOptions {
	/** The number of the first line. */
	line?: number;
	maxRowLength?: number;
}

/**
 * Reads delimited text (RFC 4180) chunk by chunk. Skips empty lines; lines end with LF, CRLF or CR;
 * a quote within an unquoted field is literal. An invalid row or an unclosed quote costs that row
 * alone: reading goes on at the next line, where common parsers silently lose rows.
 */
export class CsvReader {
	readonly delimiter: Delimiter;
	readonly #maxRowLength: number;
	/** The text of the row that is not complete yet. */
	#held: string[] = [];
	#heldLength = 0;
	#line: number;
	/** In the rest of a row that is too long. */
	#skipping = false;

	constructor(delimiter: Delimiter, { line = 1, maxRowLength = MAX_ROW_LENGTH }: CsvReaderOptions = {}) {
		this.delimiter = delimiter;
		this.#line = line;
		this.#maxRowLength = maxRowLength;
	}

	/** Takes the next piece of text; returns the completed rows. */
	push(text: string): CsvRow[] {
		// No row ends without a line end: a long one is put together once, and not with every piece.
		const ends = LINE_END.test(text) || this.#held.at(-1)?.endsWith("\r") === true;
		if (ends || this.#heldLength + text.length > this.#maxRowLength) return this.#read(this.#take() + text, false);
		this.#hold(text);
		return [];
	}

	/** Returns the rows that the end of the text completes. */
	end(): CsvRow[] {
		return this.#read(this.#take(), true);
	}

	#take(): string {
		const text = this.#held.length === 1 ? (this.#held[0] as string) : this.#held.join("");
		this.#held = [];
		this.#heldLength = 0;
		return text;
	}

	#hold(text: string): void {
		if (text === "") return;
		this.#held.push(text);
		this.#heldLength += text.length;
	}

	#read(text: string, final: boolean): CsvRow[] {
		const rows: CsvRow[] = [];
		const ends = new LineEnds(text);
		let start = 0;
		while (start < text.length) {
			if (this.#skipping) {
				start = ends.next(start);
				if (start === text.length) break;
				this.#skipping = false;
			}
			start = this.#skipLineEnds(text, start, final);
			const scan = this.#scanRow(text, start, ends, final);
			if (scan === undefined) break;
			if (scan.fields === null) rows.push({ line: this.#line, fields: null, reason: scan.reason });
			else rows.push({ line: this.#line, fields: scan.fields });
			this.#line += ends.count(start, scan.end);
			start = scan.end;
		}
		this.#hold(text.slice(start));
		return rows;
	}

	/** Empty lines cost a step each, however many there are. */
	#skipLineEnds(text: string, from: number, final: boolean): number {
		let index = from;
		for (; index < text.length; index += 1) {
			if (text[index] === "\r") {
				// The line feed of a pair may follow in the next piece.
				if (index + 1 === text.length && !final) return index;
				if (text[index + 1] === "\n") index += 1;
			} else if (text[index] !== "\n") return index;
			this.#line += 1;
		}
		return index;
	}

	/** The row that begins at `start`; undefined when more text is needed, or none is left. */
	#scanRow(text: string, start: number, ends: LineEnds, final: boolean): Scan | undefined {
		if (start === text.length) return undefined;
		const end = ends.next(start);
		if (end - start > this.#maxRowLength) {
			this.#skipping = end === text.length;
			const length = Math.floor(this.#maxRowLength / 1024);
			return { fields: null, reason: `longer than ${length.toLocaleString("en-US")} kB`, end };
		}
		if (!final && (end === text.length || (text[end] === "\r" && end + 1 === text.length))) return undefined;
		const line = text.slice(start, end);
		if (!line.includes('"')) return { fields: line.split(this.delimiter), end: ends.after(end) };
		const scan = this.#scanQuoted(text, start, ends, final);
		const limit = end + MAX_CONTINUATION;
		if (scan !== undefined && scan.end <= limit) return scan;
		if (scan === undefined && !final && text.length <= limit) return undefined;
		return { fields: null, reason: "a quote is not closed", end: ends.after(end) };
	}

	/** A row with quotes, which may span lines; undefined when it does not end within the text. */
	#scanQuoted(text: string, start: number, ends: LineEnds, final: boolean): Scan | undefined {
		const fields: string[] = [];
		const ahead = ends.fork();
		for (let index = start; ; ) {
			let after: number;
			if (text[index] === '"') {
				let close = text.indexOf('"', index + 1);
				while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
				// A quote at the very end may be the first of a doubled one.
				if (close === -1 || (close + 1 === text.length && !final)) return undefined;
				fields.push(text.slice(index + 1, close).replaceAll('""', '"'));
				after = close + 1;
			} else {
				const end = ahead.next(index);
				after = index;
				while (after < end && text[after] !== this.delimiter) after += 1;
				fields.push(text.slice(index, after));
			}
			if (text[after] === this.delimiter) {
				index = after + 1;
				continue;
			}
			const end = ahead.next(after);
			// The last field may be incomplete, and a carriage return may be half of a line end.
			if (!final && (end === text.length || (text[end] === "\r" && end + 1 === text.length))) return undefined;
			const complete = { end: ends.after(end) };
			return end === after
				? { fields, ...complete }
				: { fields: null, reason: "text follows a closing quote", ...complete };
		}
	}
}
