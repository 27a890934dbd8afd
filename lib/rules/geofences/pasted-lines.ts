import { DELIMITERS } from "@/lib/rules/documents/delimiter";
import { readLength } from "./lengths";
import { readPosition } from "./read-position";
import { findGeofenceColumns } from "./table-columns";

/** A line that names where a geofence is, with or without its radius. */
export interface PastedLine {
	/** A position in any notation, the address of a map, or a shape; else the name of a place. */
	where: string;
	isPlace: boolean;
	/** As it is written: `300 m`. */
	radius: string;
}

const SHAPE = /^(?:SRID=\d+;)?\s*(?:(?:MULTI)?(?:POINT|POLYGON|LINESTRING)|GEOMETRYCOLLECTION)\s*(?:ZM?|M)?\s*\(/i;
const RADIUS =
	/^(.*\S)[\s,;]+(\d+(?:[.,]\d+)?\s*(?:m|km|mi|ft|meters?|metres?|kilometers?|kilometres?|miles?|feet))$/iu;
/** Longer texts are files. */
const MOST_LINES = 1_000;

/**
 * The lines of a text of which each names where a geofence is: `52.52° N 13.40° E`, a link to a map,
 * well-known text, `Alexanderplatz 300 m`. Undefined for a table, and for any other text.
 */
export function pastedLines(text: string): PastedLine[] | undefined {
	const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
	if (lines.length === 0 || lines.length > MOST_LINES) return undefined;
	const [header = ""] = lines;
	const isTable = DELIMITERS.some((delimiter) => "columns" in findGeofenceColumns(header.split(delimiter)));
	if (isTable) return undefined;
	const read = lines.map(lineOf);
	const places = read.filter(({ isPlace }) => isPlace);
	if (places.length === 0) return read;
	// Names of places look like the rows of a table with unknown headings: some mark must tell them apart.
	const isMarked = lines.length === 1 || places.length < read.length || read.every(({ radius }) => radius !== "");
	const isPlain = !/[\t;|]/.test(text) && places.every(({ where }) => /\p{L}/u.test(where));
	return isPlain && isMarked && !lineOf(header).where.includes('"') ? read : undefined;
}

function lineOf(line: string): PastedLine {
	const text = line.trim();
	if (isWhere(text)) return { where: text, isPlace: false, radius: "" };
	const [, where = text, radius = ""] = RADIUS.exec(text) ?? [];
	const isLength = radius !== "" && typeof readLength(radius, { commas: true, points: false }) === "object";
	if (!isLength) return { where: text, isPlace: true, radius: "" };
	return { where, isPlace: !isWhere(where), radius };
}

const isWhere = (text: string) => SHAPE.test(text) || !("refused" in readPosition(text)) || /^https?:\/\//i.test(text);

/** A place that was found for a name. */
export interface NamedPlace {
	name: string;
	latitude: number;
	longitude: number;
}

/** The table that an import reads the lines from; places that were not found keep their names, and are refused. */
export function tableOfLines(lines: readonly PastedLine[], placeOf: (name: string) => NamedPlace | undefined): string {
	const rows = lines.map(({ where, isPlace, radius }) => {
		const place = isPlace ? placeOf(where) : undefined;
		const position = place === undefined ? where : `${place.latitude}, ${place.longitude}`;
		return [position, place?.name ?? "", radius].map(cell).join("\t");
	});
	return `${["coordinates", "name", "radius"].join("\t")}\n${rows.join("\n")}\n`;
}

const cell = (text: string) => (/["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
