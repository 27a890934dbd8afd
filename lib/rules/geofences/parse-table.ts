import { InvalidArgumentError } from "@/lib/rules/errors";
import { CsvReader, type CsvRow, MAX_ROW_LENGTH } from "./csv-reader";
import type { GeofenceRow } from "./geofence";
import { normalizeGeofence } from "./normalize-geofence";
import { asSentence } from "./parse-feature-lines";
import { columnOf, type Delimiter, tableDelimiter } from "./table-delimiter";
import { decodeUtf8Stream } from "./utf8";

interface Columns {
	latitude: number;
	longitude: number;
	radius: number | undefined;
	name: number | undefined;
	/** fields of the header row */
	count: number;
	/** whether numbers may have a decimal comma, because the delimiter is not a comma */
	commas: boolean;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** A radius such as 1,000 is ambiguous: three digits after the comma may be thousands. */
const DECIMAL_COMMA = /^([+-]?\d*),(\d+)$/;
const THOUSANDS = /^\d{1,3},\d{3}$/;

/**
 * Streams the circles of a CSV or TSV file. The header row names the columns in any order and case:
 * `latitude` (`lat`), `longitude` (`lon`, `lng`), optionally `radius` in meters (default 100) and
 * `name`. CSV may use semicolons; then, and in TSV, numbers may have a decimal comma.
 * @throws InvalidArgumentError when the file is not UTF-8, or its header row lacks or repeats a
 * column
 */
export async function* parseTable(body: AsyncIterable<Uint8Array>, fallback: "," | "\t"): AsyncGenerator<GeofenceRow> {
	let reader: CsvReader | null = null;
	let columns: Columns | undefined;
	/** Text before the first line break, which determines the delimiter. */
	let pending = "";
	function* take({ delimiter }: CsvReader, rows: CsvRow[]): Generator<GeofenceRow> {
		for (const row of rows) {
			if (columns === undefined) columns = readHeader(row, delimiter);
			else yield parseRow(row, columns);
		}
	}
	for await (const text of decodeUtf8Stream(body)) {
		pending += text;
		if (reader === null && pending.length <= MAX_ROW_LENGTH && !pending.trimStart().includes("\n")) continue;
		reader ??= readerOf(pending, fallback);
		yield* take(reader, reader.push(pending));
		pending = "";
	}
	reader ??= readerOf(pending, fallback);
	yield* take(reader, reader.push(pending));
	yield* take(reader, reader.end());
	if (columns === undefined) {
		throw new InvalidArgumentError("the file is empty: its first row must name the columns latitude and longitude");
	}
}

function readerOf(head: string, fallback: "," | "\t"): CsvReader {
	refuseBareReturns(head);
	return new CsvReader(tableDelimiter(head, fallback));
}

/** Without line feeds the whole file would be one header row. */
function refuseBareReturns(head: string): void {
	const [line = ""] = head.split("\n", 1);
	if (!/\r./s.test(line) || line.includes('"')) return;
	throw new InvalidArgumentError("lines must end with line feeds, and end with carriage returns alone");
}

function readHeader(row: CsvRow, delimiter: Delimiter): Columns {
	if (row.fields === null) throw new InvalidArgumentError(`the header row cannot be read: ${row.reason}`);
	const found = new Map<keyof Columns, number>();
	for (const [index, field] of row.fields.entries()) {
		const column = columnOf(field);
		if (column === undefined) continue;
		if (found.has(column)) throw new InvalidArgumentError(`the header row names the column ${column} twice`);
		found.set(column, index);
	}
	const [latitude, longitude] = [found.get("latitude"), found.get("longitude")];
	if (latitude === undefined || longitude === undefined) {
		const missing = latitude === undefined ? "latitude" : "longitude";
		throw new InvalidArgumentError(
			`the header row must name the columns latitude and longitude: ${missing} is missing`,
		);
	}
	return {
		latitude,
		longitude,
		radius: found.get("radius"),
		name: found.get("name"),
		count: row.fields.length,
		commas: delimiter !== ",",
	};
}

/** Parses a number of a table; NaN when invalid. */
function readNumber(written: string, column: "latitude" | "longitude" | "radius", commas: boolean): number {
	const ambiguous = column === "radius" && THOUSANDS.test(written);
	const text = commas && !ambiguous ? written.replace(DECIMAL_COMMA, "$1.$2") : written;
	return NUMBER.test(text) ? Number(text) : Number.NaN;
}

/** With commas as delimiter, too many fields are often decimal commas. */
const wrongCount = (count: number, columns: Columns): string =>
	`${count} ${count === 1 ? "column" : "columns"}, expected ${columns.count}${count > columns.count && !columns.commas ? " (decimal comma?)" : ""}.`;

const SHOWN_TEXT = 40;

const notNumber = (text: string, column: string): string =>
	text === ""
		? asSentence(`${column} is empty`)
		: `"${text.slice(0, SHOWN_TEXT).replace(/\s+/g, " ")}" is not a ${column}.`;

function parseRow(row: CsvRow, columns: Columns): GeofenceRow {
	const { line, fields } = row;
	if (fields === null) return { line, refused: asSentence(row.reason) };
	if (fields.length !== columns.count) {
		return { line, refused: wrongCount(fields.length, columns) };
	}
	const numbers: Record<"latitude" | "longitude" | "radius", number | null> = {
		latitude: null,
		longitude: null,
		radius: null,
	};
	for (const column of ["latitude", "longitude", "radius"] as const) {
		const index = columns[column];
		const text = index === undefined ? "" : (fields[index] as string).trim();
		if (text === "" && column === "radius") continue;
		const number = readNumber(text, column, columns.commas);
		if (Number.isNaN(number)) return { line, refused: notNumber(text, column) };
		numbers[column] = number;
	}
	const result = normalizeGeofence({
		type: "Feature",
		geometry: { type: "Point", coordinates: [numbers.longitude, numbers.latitude] },
		properties: { radius: numbers.radius, name: columns.name === undefined ? null : fields[columns.name] },
	});
	return "geofence" in result
		? { line, ...result }
		: { line, refused: asSentence(result.refused.replace("properties.", "")) };
}
