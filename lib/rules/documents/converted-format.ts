import { OPEN_LIST, OPEN_OBJECT, RECORD_SEPARATOR } from "./json-bytes";
import { SIGNATURE_BYTES } from "./signatures";

/** A format that GDAL reads for the service: its driver, and the ending that its files have. */
export interface ConvertedFormat {
	name: string;
	driver: string;
	ending: string;
}

/** Formats in which a zip may hold one or several files, by their ending. */
export const ZIPPED_FORMATS = {
	shapefile: { name: "a zipped Shapefile", driver: "ESRI Shapefile", ending: "shp" },
	kmz: { name: "a KMZ file", driver: "KML", ending: "kml" },
	xlsx: { name: "an Excel workbook (.xlsx)", driver: "XLSX", ending: "xlsx" },
	ods: { name: "an OpenDocument spreadsheet (.ods)", driver: "ODS", ending: "ods" },
} as const satisfies Record<string, ConvertedFormat>;

const KML = { name: "KML", driver: "KML", ending: "kml" };
const GPX = { name: "GPX", driver: "GPX", ending: "gpx" };
const GML = { name: "GML", driver: "GML", ending: "gml" };
const GEOPACKAGE = { name: "a GeoPackage", driver: "GPKG", ending: "gpkg" };
const FLATGEOBUF = { name: "a FlatGeobuf file", driver: "FlatGeobuf", ending: "fgb" };

/** JSON of other kinds, which shows only while it is read. */
export const JSON_FORMATS = {
	topojson: { name: "TopoJSON", driver: "TopoJSON", ending: "json" },
	esri: { name: "Esri JSON", driver: "ESRIJSON", ending: "json" },
	/** in another coordinate system */
	geojson: { name: "GeoJSON", driver: "GeoJSON", ending: "geojson" },
} as const satisfies Record<string, ConvertedFormat>;

export type JsonFormat = keyof typeof JSON_FORMATS;

const XML: readonly (readonly [format: ConvertedFormat, mark: RegExp])[] = [
	[KML, /<(?:kml:)?kml[\s>]/i],
	[GPX, /<gpx[\s>]/i],
	[GML, /<(?:gml:|wfs:|\w+:FeatureCollection[\s>])|<FeatureCollection[\s>]/i],
];

/** The place of a GeoPackage's mark in the header of its SQLite database. */
const APPLICATION_ID = 68;
const TOPOLOGY = /^(?:\xef\xbb\xbf)?\s*\{\s*"type"\s*:\s*"Topology"/;

/**
 * The format of a file that has to be converted before it is read, by its first bytes; `zip` for an
 * archive, whose members decide. Undefined for files that the service reads or refuses by itself.
 */
export function convertedFormat(head: Uint8Array): ConvertedFormat | "zip" | undefined {
	const text = String.fromCharCode(...head.subarray(0, SIGNATURE_BYTES));
	if (text.startsWith("PK\x03\x04")) return "zip";
	if (text.startsWith("fgb\x03")) return FLATGEOBUF;
	if (text.startsWith("SQLite format 3\0")) {
		return /^GP(?:KG|1[0-9])/.test(text.slice(APPLICATION_ID)) ? GEOPACKAGE : undefined;
	}
	if (TOPOLOGY.test(text)) return JSON_FORMATS.topojson;
	return /^(?:\xef\xbb\xbf)?\s*</.test(text) ? XML.find(([, mark]) => mark.test(text))?.[0] : undefined;
}

/** Whether a file that begins so may be JSON, whose kind shows only while it is read. */
export function mayBeJson(head: Uint8Array): boolean {
	const text = String.fromCharCode(...head.subarray(0, SIGNATURE_BYTES)).replace(/^\xef\xbb\xbf/, "");
	const first = text.trimStart().charCodeAt(0);
	return first === OPEN_OBJECT || first === OPEN_LIST || first === RECORD_SEPARATOR;
}
