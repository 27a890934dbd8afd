import { requireContentType } from "@/lib/rules/documents/content-type";
import { openDocument } from "@/lib/rules/documents/open-document";
import { UnsupportedMediaTypeError } from "@/lib/rules/errors";
import { GEOFENCE_CONTENT_TYPES } from "./content-types";
import type { GeofenceRow } from "./geofence";
import { parseJson, rowsOfFeature } from "./parse-json";
import { parseTable } from "./parse-table";

/**
 * Checks the `Content-Type` of an upload before its body is read. Beyond that the content decides,
 * and not its label.
 * @throws UnsupportedMediaTypeError naming the accepted types
 */
export function requireGeofenceType(contentType: string | null | undefined): void {
	const parameters = requireContentType(contentType, GEOFENCE_CONTENT_TYPES);
	const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
	if (charset !== undefined && !/^"?utf-?(?:8|16(?:le|be)?)"?$/.test(charset)) {
		throw new UnsupportedMediaTypeError("the charset of Content-Type must be UTF-8 or UTF-16");
	}
}

export interface ParseOptions {
	/** Bytes of a packed file once it is unpacked. */
	maxBytes: number;
	/** Passes the text on in pieces small enough to let others have their turn. */
	inTurns?: (text: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>;
}

/**
 * Streams the geofences of an upload (docs/contract.md, Geofences), whose format its content
 * decides. Yields every row once, in order, as a geofence or with the reason for its rejection.
 * Keeps one row and one chunk of the body in memory.
 * @throws InvalidArgumentError when the body as a whole is invalid: its encoding, JSON or header
 * row, or a format that it names
 * @throws TooLargeError for a packed file that unpacks to more than the limit
 */
export async function* parseGeofences(
	body: AsyncIterable<Uint8Array>,
	{ maxBytes, inTurns }: ParseOptions = { maxBytes: Number.POSITIVE_INFINITY },
): AsyncGenerator<GeofenceRow> {
	const document = await openDocument(body, { maxBytes });
	const text = { ...document, body: inTurns?.(document.body) ?? document.body };
	yield* document.kind === "json" ? parseJson(text) : parseTable(text);
}

/**
 * The geofences of a parsed, inline FeatureCollection; `line` counts features from 1, after those
 * that came before.
 */
export function* normalizeFeatures(features: readonly unknown[], before = 0): Generator<GeofenceRow> {
	for (const [index, feature] of features.entries()) {
		const line = before + index + 1;
		yield* rowsOfFeature(feature, line, `Feature ${line}: `);
	}
}
