import { InvalidArgumentError } from "@/lib/rules/errors";
import { CsvReader, type CsvRow } from "./csv-reader";
import { DELIMITERS, type Delimiter, delimiterName, separatorOf } from "./delimiter";
import { LineEnds } from "./line-ends";
import type { OpenDocument } from "./open-document";
import { UnknownColumnsError } from "./unknown-columns-error";
import { decodeUtf8Stream } from "./utf8";

/** The result of reading a header row: the columns, or why they are missing. */
export type FoundColumns<Columns> =
	| { columns: Columns }
	| {
			/** The end of a sentence: `longitude is missing`. */
			problem: string;
			/** How many of the needed columns are there: the delimiter by which most are is taken. */
			found: number;
	  };

export interface TableFormat<Columns> {
	/** Finds the needed columns among the headings of a header row. */
	find: (headings: readonly string[]) => FoundColumns<Columns>;
	/** The needed columns in words: `latitude and longitude`. */
	needed: string;
	/**
	 * The effect of bytes that are not UTF-8: they refuse the file, or become U+FFFD in their row.
	 */
	invalidText: "refuse" | "replace";
	/** Whether too many fields are often decimal commas. */
	decimals?: boolean;
	/** Characters; longer rows are refused. */
	maxRowLength?: number;
	/** Of a table without a header row: its first row has as many fields. */
	headings?: readonly string[] | undefined;
	/** Fields that take the place of those in the rows that begin on these lines. */
	mended?: ReadonlyMap<number, readonly string[]> | undefined;
}

/** The header row of a table. */
export interface TableHeader<Columns> {
	columns: Columns;
	headings: readonly string[];
	delimiter: Delimiter;
	/** Its line. */
	line: number;
}

/** Rows with as many fields as the header row; others have a reason instead. */
export interface TableRows<Columns> {
	header: TableHeader<Columns>;
	rows: CsvRow[];
}

/** Characters to search for the header row. */
const MAX_HEAD = 64 * 1024;
const LISTED_HEADINGS = 20;
/** Rows by which a table with unknown headings is shown and judged. */
const SAMPLE = 50;
/** JSON as a script has it: `var stores = {`, `callback([`, `export default {`. */
const SCRIPT = /^[^\S\r\n]*(?:export\s+default\s+|(?:(?:var|let|const)\s+)?[\w$.]+\s*[=(]\s*)[{[]/;

/**
 * Streams the rows of a table (docs/contract.md, Imports), a piece of the file at a time. Comma,
 * semicolon, tab or pipe separates the fields, whichever makes the needed columns appear in the
 * header row; a first line `sep=;` decides.
 * @throws InvalidArgumentError when the header row lacks a column, or text is not UTF-8
 */
export async function* readTable<Columns>(
	{ body, line }: Pick<OpenDocument, "body" | "line">,
	format: TableFormat<Columns>,
): AsyncGenerator<TableRows<Columns>> {
	let open: { header: TableHeader<Columns>; reader: CsvReader } | undefined;
	let head = "";
	for await (const text of decodeUtf8Stream(body, { line, invalid: format.invalidText })) {
		if (open === undefined) {
			head += text;
			const begun = begin(head, line, format, false);
			if (begun === undefined) continue;
			open = begun;
			yield { header: open.header, rows: fitting(open.header, begun.rows, format) };
		} else yield { header: open.header, rows: fitting(open.header, open.reader.push(text), format) };
	}
	const begun = open === undefined ? begin(head, line, format, true) : undefined;
	open ??= begun;
	if (open === undefined) throw new InvalidArgumentError("the file is empty");
	const last = [...(begun?.rows ?? []), ...open.reader.end()];
	yield { header: open.header, rows: fitting(open.header, last, format) };
}

interface Begun<Columns> {
	header: TableHeader<Columns>;
	reader: CsvReader;
	rows: CsvRow[];
}

/** Reads the header row from the start of a file; undefined when more of it is needed. */
function begin<Columns>(
	head: string,
	firstLine: number,
	format: TableFormat<Columns>,
	final: boolean,
): Begun<Columns> | undefined {
	const enough = final || head.length > MAX_HEAD;
	const ends = new LineEnds(head);
	const first = ends.next(0);
	if (first >= head.length - 1 && !enough) return undefined;
	const separator = separatorOf(head.slice(0, first));
	const text = separator === undefined ? head : head.slice(ends.after(first));
	const line = separator === undefined ? firstLine : firstLine + 1;
	const tries: Try<Columns>[] = [];
	for (const delimiter of delimitersOf(separator)) {
		const reader = new CsvReader(delimiter, { line, ...limitOf(format) });
		const rows = reader.push(text);
		if (final) rows.push(...reader.end());
		const header = headerOf(rows, format);
		if (header === undefined && !enough) return undefined;
		tries.push(judge(header, delimiter, format, { reader, rows }));
	}
	const fit = tries.filter((each) => "columns" in each.found).sort((a, b) => b.count - a.count)[0];
	if (fit === undefined && SCRIPT.test(text)) {
		throw new InvalidArgumentError("the file is JavaScript around JSON: save what stands between its brackets as JSON");
	}
	if (fit === undefined) return refuseHeader(tries, format);
	const { header, delimiter, found } = fit;
	if (header?.fields == null || !("columns" in found)) return undefined;
	return {
		header: { columns: found.columns, headings: header.fields, delimiter, line: header.line },
		reader: fit.reader,
		rows: fit.rows,
	};
}

/** The first row, or else the headings that are given for it. */
function headerOf(rows: CsvRow[], { headings }: { headings?: readonly string[] | undefined }): CsvRow | undefined {
	if (headings === undefined) return rows.shift();
	const [first] = rows;
	return first?.fields?.length === headings.length ? { line: first.line, fields: [...headings] } : undefined;
}

const limitOf = ({ maxRowLength }: { maxRowLength?: number }) => (maxRowLength === undefined ? {} : { maxRowLength });

/** @throws InvalidArgumentError for a first line that names another character */
export function delimitersOf(separator: string | undefined): readonly Delimiter[] {
	if (separator === undefined) return DELIMITERS;
	const named = DELIMITERS.find((delimiter) => delimiter === separator);
	if (named !== undefined) return [named];
	throw new InvalidArgumentError(`the first line says sep=${separator}: it must name comma, semicolon, tab or pipe`);
}

/** A header row, read with one of the delimiters. */
interface Try<Columns> {
	header: CsvRow | undefined;
	delimiter: Delimiter;
	found: FoundColumns<Columns>;
	/** of its fields */
	count: number;
	reader: CsvReader;
	rows: CsvRow[];
}

function judge<Columns>(
	header: CsvRow | undefined,
	delimiter: Delimiter,
	format: TableFormat<Columns>,
	rest: { reader: CsvReader; rows: CsvRow[] },
): Try<Columns> {
	const fields = header?.fields ?? null;
	const found = fields === null ? { problem: "", found: -1 } : format.find(fields);
	return { header, delimiter, found, count: fields?.length ?? 0, ...rest };
}

/** Says what is missing after what was read. */
function refuseHeader<Columns>(tries: readonly Try<Columns>[], { needed }: TableFormat<Columns>): never {
	const foundBy = ({ found }: Try<Columns>) => ("columns" in found ? 0 : found.found);
	const [best] = tries.toSorted(
		(a, b) => foundBy(b) - foundBy(a) || evennessOf(b) - evennessOf(a) || b.count - a.count,
	);
	if (best?.header === undefined) {
		throw new InvalidArgumentError(
			`couldn't find the columns ${needed}: the header row is longer than 64 kB, or a quote in it is not closed`,
		);
	}
	const { header, found, delimiter } = best;
	if (header.fields === null) throw new InvalidArgumentError(`the header row cannot be read: ${header.reason}`);
	const listed = header.fields.slice(0, LISTED_HEADINGS).map((heading) => `"${shown(heading)}"`);
	const more = header.fields.length > LISTED_HEADINGS ? " …" : "";
	throw new UnknownColumnsError(
		`couldn't find the columns ${needed}: the header row has ${listed.join(", ")}${more}, separated by ${delimiterName(delimiter)}, and ${"problem" in found ? found.problem : ""}`,
		{
			headings: header.fields,
			delimiter,
			sample: best.rows.flatMap(({ fields }) => (fields === null ? [] : [fields])).slice(0, SAMPLE),
		},
	);
}

/** How surely a character parts fields: in all rows as many, or often; a comma may be that of decimals. */
function evennessOf({ count, delimiter, rows }: Try<unknown>): number {
	if (delimiter !== "," && count > 2) return 2;
	const isEven = count > 1 && rows.slice(0, SAMPLE).every(({ fields }) => fields?.length === count);
	return !isEven ? 0 : delimiter === "," ? 1 : 2;
}

const shown = (heading: string) => heading.trim().replace(/\s+/g, " ").slice(0, 40);

/** Rows that have another number of fields than the header row get a reason. */
function fitting<Columns>(
	{ headings, delimiter }: TableHeader<Columns>,
	rows: CsvRow[],
	{ decimals, mended }: TableFormat<Columns>,
): CsvRow[] {
	const count = headings.length;
	return rows.map((read) => {
		const own = mended?.get(read.line);
		const row = own === undefined ? read : { line: read.line, fields: [...own] };
		if (row.fields === null || row.fields.length === count) return row;
		const hint = decimals === true && row.fields.length > count && delimiter === "," ? " (decimal comma?)" : "";
		const found = `${row.fields.length} ${row.fields.length === 1 ? "column" : "columns"}`;
		return { line: row.line, fields: null, reason: `${found}, expected ${count}${hint}`, misfits: row.fields };
	});
}
