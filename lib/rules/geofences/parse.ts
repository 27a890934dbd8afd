import { UnsupportedMediaTypeError } from "@/lib/rules/errors";
import { GEOFENCE_CONTENT_TYPES } from "./content-types";
import type { GeofenceRow } from "./geofence";
import { normalizeGeofence } from "./normalize-geofence";
import { parseFeatureCollection } from "./parse-feature-collection";
import { parseFeatureLines } from "./parse-feature-lines";
import { parseTable } from "./parse-table";

type Parser = (body: AsyncIterable<Uint8Array>) => AsyncGenerator<GeofenceRow>;

const PARSERS: Readonly<Record<(typeof GEOFENCE_CONTENT_TYPES)[number], Parser>> = {
	"application/geo+json": parseFeatureCollection,
	"application/json": parseFeatureCollection,
	"application/geo+json-seq": parseFeatureLines,
	"application/x-ndjson": parseFeatureLines,
	"text/csv": (body) => parseTable(body, ","),
	"text/tab-separated-values": (body) => parseTable(body, "\t"),
};

/**
 * Chooses the parser of an upload by its `Content-Type`, before the body is read.
 * @throws UnsupportedMediaTypeError naming the accepted types
 */
export function geofenceParser(contentType: string | null | undefined): Parser {
	const [type = "", ...parameters] = (contentType ?? "").split(";").map((part) => part.trim().toLowerCase());
	const known = GEOFENCE_CONTENT_TYPES.find((name) => name === type);
	if (known === undefined) {
		throw new UnsupportedMediaTypeError(`Content-Type must be one of ${GEOFENCE_CONTENT_TYPES.join(", ")}`);
	}
	const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
	if (charset !== undefined && !/^"?utf-?8"?$/.test(charset)) {
		throw new UnsupportedMediaTypeError("the charset of Content-Type must be UTF-8");
	}
	return PARSERS[known];
}

/**
 * Streams the geofences of an upload (docs/contract.md, Geofences) by content type: GeoJSON,
 * newline-delimited GeoJSON, CSV or TSV. Yields every row once, in order, as a geofence or with the
 * reason for its rejection. Keeps one row and one chunk of the body in memory.
 * @throws UnsupportedMediaTypeError for another content type
 * @throws InvalidArgumentError when the body as a whole is invalid: UTF-8, JSON, or header row
 */
export async function* parseGeofences(
	body: AsyncIterable<Uint8Array>,
	contentType: string | null | undefined,
): AsyncGenerator<GeofenceRow> {
	yield* geofenceParser(contentType)(body);
}

/** The geofences of a parsed, inline FeatureCollection; `line` counts features from 1. */
export function* normalizeFeatures(features: readonly unknown[]): Generator<GeofenceRow> {
	for (const [index, feature] of features.entries()) {
		const row = normalizeGeofence(feature);
		const line = index + 1;
		yield "geofence" in row ? { line, ...row } : { line, refused: `Feature ${line}: ${row.refused}.` };
	}
}
