import type { CsvRow } from "@/lib/rules/documents/csv-reader";
import type { OpenDocument } from "@/lib/rules/documents/open-document";
import { readTable, type TableFormat, type TableHeader } from "@/lib/rules/documents/read-table";
import { asSentence } from "@/lib/rules/text/as-sentence";
import { unmarkedText } from "@/lib/rules/text/csv-row";
import type { ColumnChoice } from "./column-choice";
import { foreignSystem, systemReason } from "./coordinate-system";
import { type Details, NO_DETAILS, readDetails, withDetails } from "./further-properties";
import { GEOFENCE_LIMITS, type GeofenceRow } from "./geofence";
import { readNumber } from "./lengths";
import { normalizeGeofence } from "./normalize-geofence";
import { beginsLikeWkb, parseWkb } from "./parse-wkb";
import { parseWkt } from "./parse-wkt";
import { readRadius } from "./radius-fields";
import { isArea, type Judged, readFeature, withUntaken } from "./read-feature";
import { type Axis, readCoordinate, readPosition } from "./read-position";
import { findGeofenceColumns, GEOFENCE_COLUMNS, type GeofenceColumns } from "./table-columns";

type Header = TableHeader<GeofenceColumns> & { bufferMeters?: number | undefined };

/** How a table is read. */
export interface TableOptions extends Pick<TableFormat<never>, "headings" | "mended"> {
	/** Meters of the area around lines; without it lines are refused. */
	bufferMeters?: number | undefined;
	/** Columns by what people named them, where the headings do not say it. */
	choices?: readonly ColumnChoice[] | undefined;
	/** Called with the header row and the rows after it, piece by piece. */
	onRows?: (header: TableHeader<GeofenceColumns>, rows: readonly CsvRow[]) => void;
}

/**
 * Streams the geofences of a table (docs/contract.md, Geofences): circles by latitude, longitude
 * and radius, or shapes in a column of well-known text or GeoJSON. Where no comma separates the
 * fields, numbers may have a decimal comma.
 * @throws InvalidArgumentError when the file is not UTF-8, or its header row lacks or repeats a
 *   column
 */
export async function* parseTable(
	document: Pick<OpenDocument, "body" | "line">,
	{ bufferMeters, choices, headings, mended, onRows }: TableOptions = {},
): AsyncGenerator<GeofenceRow> {
	const tables = readTable(document, {
		find: (headings) => findGeofenceColumns(headings, choices),
		needed: GEOFENCE_COLUMNS,
		invalidText: "refuse",
		decimals: true,
		maxRowLength: GEOFENCE_LIMITS.featureBytes,
		headings,
		mended,
	});
	for await (const { header, rows } of tables) {
		const buffered = { ...header, bufferMeters };
		onRows?.(header, rows);
		for (const row of rows) yield* parseRow(row, buffered);
	}
}

function* parseRow({ line, ...row }: CsvRow, header: Header): Generator<GeofenceRow> {
	if (row.fields === null) return yield { line, refused: asSentence(row.reason), cells: row.misfits };
	const { fields } = row;
	const shape = shapeColumnOf(fields, header.columns);
	const details = detailsOf(fields, header.columns, shape);
	for (const judged of judge(fields, header, shape)) {
		if ("geofence" in judged) yield { line, ...withDetails(judged, details) };
		else yield { line, refused: asSentence(judged.refused.replaceAll("properties.", "")), cells: fields };
	}
}

/** The id and the further properties of a row: texts, as a table has no types. */
function detailsOf(fields: readonly string[], { id, further }: GeofenceColumns, shape: number | undefined): Details {
	if (id === undefined && further.length === 0) return NO_DETAILS;
	const textIn = (index: number) => unmarkedText((fields[index] as string).trim());
	return readDetails(
		id === undefined ? [] : [textIn(id)],
		further.flatMap(({ name, index }) => (index === shape ? [] : [[name, textIn(index)] as const])),
	);
}

/** The form in which only areas are written. */
const AREA = /^(?:SRID\s*=\s*\d+\s*;\s*)?(?:MULTI)?POLYGON\s*(?:ZM?|M)?\s*\(|^\{\s*"type"\s*:\s*"(?:Multi)?Polygon"/i;

/** A shape in a column of positions; a point there is read as a position. */
const SHAPE = /^(?:SRID\s*=\s*\d+\s*;\s*)?(?:MULTI|POLYGON|LINESTRING|GEOMETRYCOLLECTION)|^\{\s*"type"/i;

/**
 * The column of a row's shape: the one that is called so, or else the only one beside a point that
 * holds an area, whatever it is called: the point is then a place within it.
 */
function shapeColumnOf(fields: readonly string[], columns: GeofenceColumns): number | undefined {
	const { point, position, wkt, further } = columns;
	if (position !== undefined) return SHAPE.test((fields[position] as string).trim()) ? position : undefined;
	if (wkt !== undefined && (fields[wkt] as string).trim() !== "") return wkt;
	if (point === undefined) return wkt;
	const areas = further.filter(({ index }) => holdsArea((fields[index] as string).trim()));
	return areas.length === 1 ? areas[0]?.index : undefined;
}

function holdsArea(text: string): boolean {
	if (!beginsLikeWkb(text)) return AREA.test(text);
	const geometry = parseWkb(text);
	return typeof geometry === "object" && isArea(geometry.geometry);
}

function* judge(fields: readonly string[], header: Header, shape: number | undefined): Generator<Judged> {
	if (shape !== undefined) return yield* shapesOf(shape, fields, header);
	const read = positionIn(fields, header);
	if (read === undefined) return;
	if ("refused" in read) return yield read;
	const { latitude, longitude, points } = read;
	const feature = withFields({ type: "Point", coordinates: [longitude, latitude] }, fields, { header, points });
	yield "refused" in feature ? feature : withUntaken(normalizeGeofence(feature), header.columns.radius);
}

type Found = { latitude: number; longitude: number; points: boolean } | { refused: string };

/** The position of a row, of two columns or one. */
function positionIn(fields: readonly string[], { columns, delimiter }: Header): Found | undefined {
	const { point, position, o } = columns;
	if (position !== undefined) {
		const read = readPosition(fields[position] as string, o);
		return "refused" in read ? read : { ...read, points: isPointed(fields[position] as string) };
	}
	if (point === undefined) return undefined;
	const texts = {
		latitude: (fields[point.latitude] as string).trim(),
		longitude: (fields[point.longitude] as string).trim(),
	};
	const style = { commas: delimiter !== ",", o };
	const read = (axis: Axis) => {
		const number = readNumber(texts[axis], style);
		return Number.isNaN(number) ? readCoordinate(texts[axis], axis, style) : number;
	};
	const latitude = read("latitude");
	if (typeof latitude === "object") return latitude;
	const longitude = read("longitude");
	if (typeof longitude === "object") return longitude;
	return { latitude, longitude, points: isPointed(`${texts.latitude} ${texts.longitude}`) };
}

/** Whether numbers have decimal points, and none a comma. */
const isPointed = (numbers: string) => numbers.includes(".") && !numbers.includes(",");

/** Shapes as well-known text or binary, or GeoJSON. */
function* shapesOf(index: number, fields: readonly string[], header: Header): Generator<Judged> {
	const { point, radius } = header.columns;
	const column = header.headings[index]?.trim() ?? "";
	const text = (fields[index] as string).trim();
	if (text === "") return yield { refused: `${column} is empty` };
	const geometry = text.startsWith("{") ? parseGeometry(text) : parseWkt(text);
	if (typeof geometry === "string") return yield { refused: `${column} ${geometry}` };
	const system = foreignSystem(geometry.srid === undefined ? undefined : `EPSG:${geometry.srid}`);
	if (system !== undefined) return yield { refused: systemReason(column, system) };
	const feature = withFields(geometry.geometry, fields, { header, points: true });
	if ("refused" in feature) return yield feature;
	const hasPoint = point !== undefined && [point.latitude, point.longitude].every((at) => fields[at]?.trim() !== "");
	for (const row of readFeature(feature, header.bufferMeters)) {
		const judged = withUntaken(row, radius);
		yield hasPoint && "geofence" in judged ? { ...judged, shapeColumn: column } : judged;
	}
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
