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
	/** whether numbers may have a decimal comma, as no comma parts the fields */
	commas: boolean;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** As written where commas are decimal; a radius with three digits after it may as well mean thousands, and is none. */
const DECIMAL_COMMA = /^([+-]?\d*),(\d+)$/;
const THOUSANDS = /^\d{1,3},\d{3}$/;

/**
 * Streams the geofences of CSV or TSV: circles only. The header row names the columns, in any order and case: `latitude`
 * (or `lat`), `longitude` (or `lon`, `lng`), optionally `radius` in metres (100 where empty) and `name`. CSV may be parted
 * by semicolons; there and in TSV numbers may have a decimal comma.
 * @throws InvalidArgumentError when the file is not UTF-8, or its header row lacks or repeats a column
 */
export async function* parseTable(body: AsyncIterable<Uint8Array>, usual: "," | "\t"): AsyncGenerator<GeofenceRow> {
	let reader: CsvReader | null = null;
	let columns: Columns | undefined;
	/** Text that no reader has yet: what parts its fields is told by its first line. */
	let held = "";
	function* take({ delimiter }: CsvReader, rows: CsvRow[]): Generator<GeofenceRow> {
		for (const row of rows) {
			if (columns === undefined) columns = readHeader(row, delimiter);
			else yield parseRow(row, columns);
		}
	}
	for await (const text of decodeUtf8Stream(body)) {
		held += text;
		if (reader === null && held.length <= MAX_ROW_LENGTH && !held.trimStart().includes("\n")) continue;
		reader ??= readerOf(held, usual);
		yield* take(reader, reader.push(held));
		held = "";
	}
	reader ??= readerOf(held, usual);
	yield* take(reader, reader.push(held));
	yield* take(reader, reader.end());
	if (columns === undefined) {
		throw new InvalidArgumentError("The file is empty: its first row must name the columns latitude and longitude.");
	}
}

function readerOf(head: string, usual: "," | "\t"): CsvReader {
	refuseBareReturns(head);
	return new CsvReader(tableDelimiter(head, usual));
}

/** Without line feeds the whole file would be one header row, and nothing in it. */
function refuseBareReturns(head: string): void {
	const [line = ""] = head.split("\n", 1);
	if (!/\r./s.test(line) || line.includes('"')) return;
	throw new InvalidArgumentError("The lines of the file end with carriage returns alone: save it with line feeds.");
}

function readHeader(row: CsvRow, delimiter: Delimiter): Columns {
	if (row.fields === null) throw new InvalidArgumentError(`The header row cannot be read: ${row.reason}.`);
	const found = new Map<keyof Columns, number>();
	for (const [index, field] of row.fields.entries()) {
		const column = columnOf(field);
		if (column === undefined) continue;
		if (found.has(column)) throw new InvalidArgumentError(`The header row names the column ${column} twice.`);
		found.set(column, index);
	}
	const [latitude, longitude] = [found.get("latitude"), found.get("longitude")];
	if (latitude === undefined || longitude === undefined) {
		const missing = latitude === undefined ? "latitude" : "longitude";
		throw new InvalidArgumentError(
			`The header row must name the columns latitude and longitude: ${missing} is missing.`,
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

/** A number as a table writes it; NaN for what is none. */
function readNumber(written: string, column: "latitude" | "longitude" | "radius", commas: boolean): number {
	const ambiguous = column === "radius" && THOUSANDS.test(written);
	const text = commas && !ambiguous ? written.replace(DECIMAL_COMMA, "$1.$2") : written;
	return NUMBER.test(text) ? Number(text) : Number.NaN;
}

function parseRow(row: CsvRow, columns: Columns): GeofenceRow {
	const { line, fields } = row;
	if (fields === null) return { line, refused: asSentence(row.reason) };
	if (fields.length !== columns.count) {
		return { line, refused: `Has ${fields.length} fields, and the header row ${columns.count}.` };
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
		if (Number.isNaN(number)) return { line, refused: asSentence(`${column} is not a number`) };
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
