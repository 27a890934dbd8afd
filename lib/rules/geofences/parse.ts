import { openDocument } from "@/lib/rules/documents/open-document";
import type { GeofenceRow } from "./geofence";
import { parseJson, rowsOfFeature } from "./parse-json";
import { parseTable, type TableOptions } from "./parse-table";

export interface ParseOptions extends TableOptions {
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
	{ maxBytes, inTurns, ...options }: ParseOptions = { maxBytes: Number.POSITIVE_INFINITY },
): AsyncGenerator<GeofenceRow> {
	const document = await openDocument(body, { maxBytes });
	const text = { ...document, body: inTurns?.(document.body) ?? document.body };
	yield* document.kind === "json" ? parseJson(text, options.bufferMeters) : parseTable(text, options);
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
