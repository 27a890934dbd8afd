import { InvalidArgumentError } from "@/lib/errors";
import { CsvReader, type CsvRow } from "./csv-reader";
import type { GeofenceRow } from "./geofence";
import { normaliseGeofence } from "./normalise-geofence";
import { asSentence } from "./parse-feature-lines";
import { decodeUtf8Stream } from "./utf8";

/** Columns by the names that they go by, in lower case; any other column is passed over. */
const COLUMNS: Readonly<Record<string, keyof Columns>> = {
	latitude: "latitude",
	lat: "latitude",
	longitude: "longitude",
	lon: "longitude",
	lng: "longitude",
	radius: "radius",
	name: "name",
};

interface Columns {
	latitude: number;
	longitude: number;
	radius: number | undefined;
	name: number | undefined;
	/** fields of the header row */
	count: number;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Streams the geofences of CSV or TSV: circles only. The header row names the columns, in any order and case: `latitude`
 * (or `lat`), `longitude` (or `lon`, `lng`), optionally `radius` in metres (100 where empty) and `name`.
 * @throws InvalidArgumentError when the body is not UTF-8, or its header row lacks or repeats a column
 */
export async function* parseTable(body: AsyncIterable<Uint8Array>, delimiter: "," | "\t"): AsyncGenerator<GeofenceRow> {
	const reader = new CsvReader(delimiter);
	let columns: Columns | undefined;
	function* take(rows: CsvRow[]): Generator<GeofenceRow> {
		for (const row of rows) {
			if (columns === undefined) columns = readHeader(row);
			else yield parseRow(row, columns);
		}
	}
	for await (const text of decodeUtf8Stream(body)) yield* take(reader.push(text));
	yield* take(reader.end());
	if (columns === undefined) {
		throw new InvalidArgumentError("The body is empty: its first row must name the columns latitude and longitude.");
	}
}

function readHeader(row: CsvRow): Columns {
	if (row.fields === null) throw new InvalidArgumentError(`The header row cannot be read: ${row.reason}.`);
	const found = new Map<keyof Columns, number>();
	for (const [index, field] of row.fields.entries()) {
		const heading = field.trim().toLowerCase();
		const column = Object.hasOwn(COLUMNS, heading) ? COLUMNS[heading] : undefined;
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
	return { latitude, longitude, radius: found.get("radius"), name: found.get("name"), count: row.fields.length };
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
		if (!NUMBER.test(text)) return { line, refused: `${asSentence(`${column} is not a number`)}` };
		numbers[column] = Number(text);
	}
	const result = normaliseGeofence({
		type: "Feature",
		geometry: { type: "Point", coordinates: [numbers.longitude, numbers.latitude] },
		properties: { radius: numbers.radius, name: columns.name === undefined ? null : fields[columns.name] },
	});
	return "geofence" in result
		? { line, ...result }
		: { line, refused: asSentence(result.refused.replace("properties.", "")) };
}
