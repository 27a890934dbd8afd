import type { Delimiter } from "./table-delimiter";

/** A row and its first line; `fields` is null when the row is invalid, for `reason`. */
export type CsvRow = { line: number; fields: string[] } | { line: number; fields: null; reason: string };

/** Characters of one row: bounds memory, and ends the search for a missing closing quote. */
export const MAX_ROW_LENGTH = 64 * 1024;

type Scan = { end: number } & ({ fields: string[] } | { fields: null; reason: string });

/**
 * Reads delimited text (RFC 4180) chunk by chunk. Skips empty lines; accepts LF and CRLF; a quote
 * within an unquoted field is literal. An invalid row or an unclosed quote costs that row alone:
 * reading goes on at the next line, where common parsers silently lose rows.
 */
export class CsvReader {
	readonly delimiter: Delimiter;
	#rest = "";
	#line = 1;
	/** In the rest of a row that is too long. */
	#skipping = false;

	constructor(delimiter: Delimiter) {
		this.delimiter = delimiter;
	}

	/** Takes the next piece of text; returns the completed rows. */
	push(text: string): CsvRow[] {
		return this.#read(this.#rest + text, false);
	}

	/** Returns the rows that the end of the text completes. */
	end(): CsvRow[] {
		return this.#read(this.#rest, true);
	}

	#read(text: string, final: boolean): CsvRow[] {
		const rows: CsvRow[] = [];
		let start = 0;
		while (start < text.length) {
			const lineEnd = text.indexOf("\n", start);
			if (this.#skipping) {
				if (lineEnd === -1) {
					start = text.length;
					break;
				}
				this.#skipping = false;
				this.#line += 1;
				start = lineEnd + 1;
				continue;
			}
			const scan = this.#scanRow(text, start, lineEnd, final);
			if (scan === undefined) break;
			if (scan.fields === null) rows.push({ line: this.#line, fields: null, reason: scan.reason });
			else if (scan.fields.length > 1 || scan.fields[0] !== "") rows.push({ line: this.#line, fields: scan.fields });
			this.#line += countLineFeeds(text, start, scan.end);
			start = scan.end;
		}
		this.#rest = text.slice(start);
		return rows;
	}

	/** The row that begins at `start`; undefined when more text is needed. */
	#scanRow(text: string, start: number, lineEnd: number, final: boolean): Scan | undefined {
		const end = lineEnd === -1 ? text.length : lineEnd;
		const tooLong = { fields: null, reason: `longer than ${MAX_ROW_LENGTH / 1024} kB` } as const;
		if (end - start > MAX_ROW_LENGTH) {
			this.#skipping = lineEnd === -1;
			return { ...tooLong, end: lineEnd === -1 ? end : end + 1 };
		}
		if (lineEnd === -1 && !final) return undefined;
		const line = text.slice(start, text[end - 1] === "\r" && end > start ? end - 1 : end);
		if (!line.includes('"')) return { fields: line.split(this.delimiter), end: Math.min(end + 1, text.length) };
		const scan = this.#scanQuoted(text, start, final);
		if (scan !== undefined && scan.end - start <= MAX_ROW_LENGTH + 1) return scan;
		if (scan === undefined && !final && text.length - start <= MAX_ROW_LENGTH) return undefined;
		return { fields: null, reason: "a quote is not closed", end: Math.min(end + 1, text.length) };
	}

	/** A row with quotes, which may span lines; undefined when it does not end within the text. */
	#scanQuoted(text: string, start: number, final: boolean): Scan | undefined {
		const fields: string[] = [];
		for (let index = start; ; ) {
			let after: number;
			if (text[index] === '"') {
				let close = text.indexOf('"', index + 1);
				while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
				// A quote at the very end may be the first of a doubled one.
				if (close === -1 || (close + 1 === text.length && !final)) return undefined;
				fields.push(text.slice(index + 1, close).replaceAll('""', '"'));
				after = text.startsWith("\r\n", close + 1) ? close + 2 : close + 1;
			} else {
				after = this.#fieldEnd(text, index);
				const crlf = text[after] !== this.delimiter && text[after - 1] === "\r" && after > index;
				fields.push(text.slice(index, crlf ? after - 1 : after));
			}
			// The last field may be incomplete, and a carriage return may not end the line.
			if (!final && (after === text.length || (text[after] === "\r" && after + 1 === text.length))) return undefined;
			if (after === text.length) return { fields, end: after };
			if (text[after] === "\n") return { fields, end: after + 1 };
			if (text[after] !== this.delimiter) {
				const lineEnd = text.indexOf("\n", after);
				const end = lineEnd === -1 ? text.length : lineEnd + 1;
				return { fields: null, reason: "text follows a closing quote", end };
			}
			index = after + 1;
		}
	}

	#fieldEnd(text: string, start: number): number {
		let index = start;
		while (index < text.length && text[index] !== this.delimiter && text[index] !== "\n") index += 1;
		return index;
	}
}

function countLineFeeds(text: string, start: number, end: number): number {
	let count = 0;
	for (let index = text.indexOf("\n", start); index !== -1 && index < end; index = text.indexOf("\n", index + 1)) {
		count += 1;
	}
	return count;
}
