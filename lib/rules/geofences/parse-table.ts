import type { CsvRow } from "@/lib/rules/documents/csv-reader";
import type { OpenDocument } from "@/lib/rules/documents/open-document";
import { readTable, type TableHeader } from "@/lib/rules/documents/read-table";
import { asSentence } from "@/lib/rules/text/as-sentence";
import { unmarkedText } from "@/lib/rules/text/csv-row";
import { foreignSystem, systemReason } from "./coordinate-system";
import { type Details, NO_DETAILS, readDetails, withDetails } from "./further-properties";
import { GEOFENCE_LIMITS, type GeofenceRow } from "./geofence";
import { readNumber } from "./lengths";
import { normalizeGeofence } from "./normalize-geofence";
import { parseWkt } from "./parse-wkt";
import { readRadius } from "./radius-fields";
import { isArea, type Judged, readFeature, withUntaken } from "./read-feature";
import { findGeofenceColumns, GEOFENCE_COLUMNS, type GeofenceColumns } from "./table-columns";

type Header = TableHeader<GeofenceColumns> & { bufferMeters?: number | undefined };

/**
 * Streams the geofences of a table (docs/contract.md, Geofences): circles by latitude, longitude
 * and radius, or shapes in a column of well-known text or GeoJSON. Where no comma separates the
 * fields, numbers may have a decimal comma.
 * @throws InvalidArgumentError when the file is not UTF-8, or its header row lacks or repeats a
 *   column
 */
export async function* parseTable(
	document: Pick<OpenDocument, "body" | "line">,
	bufferMeters?: number,
): AsyncGenerator<GeofenceRow> {
	const tables = readTable(document, {
		find: findGeofenceColumns,
		needed: GEOFENCE_COLUMNS,
		invalidText: "refuse",
		decimals: true,
		maxRowLength: GEOFENCE_LIMITS.featureBytes,
	});
	for await (const { header, rows } of tables) {
		const buffered = { ...header, bufferMeters };
		for (const row of rows) yield* parseRow(row, buffered);
	}
}

function* parseRow({ line, ...row }: CsvRow, header: Header): Generator<GeofenceRow> {
	if (row.fields === null) return yield { line, refused: asSentence(row.reason) };
	const { fields } = row;
	const details = detailsOf(fields, header.columns);
	for (const judged of judge(fields, header)) {
		if ("geofence" in judged) yield { line, ...withDetails(judged, details) };
		else yield { line, refused: asSentence(judged.refused.replaceAll("properties.", "")) };
	}
}

/** The id and the further properties of a row: texts, as a table has no types. */
function detailsOf(fields: readonly string[], { id, further }: GeofenceColumns): Details {
	if (id === undefined && further.length === 0) return NO_DETAILS;
	const textIn = (index: number) => unmarkedText((fields[index] as string).trim());
	return readDetails(
		id === undefined ? [] : [textIn(id)],
		further.map(({ name, index }) => [name, textIn(index)] as const),
	);
}

function* judge(fields: readonly string[], header: Header): Generator<Judged> {
	const { point, wkt } = header.columns;
	const shape = wkt === undefined ? "" : (fields[wkt] as string).trim();
	if (shape !== "") return yield* shapesOf(shape, fields, header);
	if (point === undefined) return yield { refused: `${header.headings[wkt ?? 0]?.trim()} is empty` };
	const [latitude, longitude] = [(fields[point.latitude] as string).trim(), (fields[point.longitude] as string).trim()];
	const style = { commas: header.delimiter !== ",", points: isPointed(`${latitude} ${longitude}`) };
	const position = [readNumber(longitude, style), readNumber(latitude, style)];
	if (Number.isNaN(position[1])) return yield { refused: notNumber(latitude, "latitude") };
	if (Number.isNaN(position[0])) return yield { refused: notNumber(longitude, "longitude") };
	const feature = withFields({ type: "Point", coordinates: position }, fields, { header, points: style.points });
	yield "refused" in feature ? feature : withUntaken(normalizeGeofence(feature), header.columns.radius);
}

/** Whether numbers have decimal points, and none a comma. */
const isPointed = (numbers: string) => numbers.includes(".") && !numbers.includes(",");

const notNumber = (text: string, column: string) =>
	text === "" ? `${column} is empty` : `"${text.slice(0, 40).replace(/\s+/g, " ")}" is not a ${column}`;

/** Shapes as well-known text or GeoJSON. */
function* shapesOf(text: string, fields: readonly string[], header: Header): Generator<Judged> {
	const column = header.headings[header.columns.wkt ?? 0]?.trim() ?? "";
	const geometry = text.startsWith("{") ? parseGeometry(text) : parseWkt(text);
	if (typeof geometry === "string") return yield { refused: `${column} ${geometry}` };
	const system = foreignSystem(geometry.srid === undefined ? undefined : `EPSG:${geometry.srid}`);
	if (system !== undefined) return yield { refused: systemReason(column, system) };
	const feature = withFields(geometry.geometry, fields, { header, points: true });
	if ("refused" in feature) return yield feature;
	for (const row of readFeature(feature, header.bufferMeters)) yield withUntaken(row, header.columns.radius);
}

function parseGeometry(text: string): { geometry: unknown; srid?: undefined } | string {
	try {
		return { geometry: JSON.parse(text) };
	} catch {
		return "is not valid JSON";
	}
}

/** A geometry with the row's radius and name. */
function withFields(
	geometry: unknown,
	fields: readonly string[],
	{ header: { columns, delimiter }, points }: { header: Header; points: boolean },
): { type: "Feature"; geometry: unknown; properties: object } | { refused: string } {
	const style = { commas: delimiter !== ",", points };
	const radius = isArea(geometry) ? undefined : readRadius(columns.radius, ({ index }) => fields[index], style);
	if (typeof radius === "object") return radius;
	const name = columns.name === undefined ? null : unmarkedText((fields[columns.name] as string).trim());
	return { type: "Feature", geometry, properties: { radius, name } };
}
