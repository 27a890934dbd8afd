import { GEOFENCE_LIMITS, type GeofenceRow } from "./geofence";
import { normalizeGeofence } from "./normalize-geofence";
import { type SplitRecord, splitRecords } from "./split-records";
import { decodeUtf8, withoutByteOrderMark } from "./utf8";

/**
 * Streams the geofences of newline-delimited GeoJSON (one Feature per line) or a GeoJSON text
 * sequence (RFC 8142). Skips blank lines; invalid JSON rejects its line alone.
 * @throws InvalidArgumentError when the body is not UTF-8
 */
export async function* parseFeatureLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<GeofenceRow> {
	for await (const record of splitRecords(withoutByteOrderMark(body), GEOFENCE_LIMITS.featureBytes)) {
		const row = parseRecord(record);
		if (row !== undefined) yield row;
	}
}

function parseRecord({ line, bytes }: SplitRecord): GeofenceRow | undefined {
	if (bytes === null) return { line, refused: `Larger than ${GEOFENCE_LIMITS.featureBytes / 1024 ** 2} MB.` };
	const text = decodeUtf8(bytes, line);
	if (text.trim() === "") return undefined;
	let feature: unknown;
	try {
		feature = JSON.parse(text);
	} catch {
		return { line, refused: "Not valid JSON." };
	}
	const row = normalizeGeofence(feature);
	return "geofence" in row ? { line, ...row } : { line, refused: asSentence(row.refused) };
}

/** A reason as a sentence, with a capital and a full stop. */
export function asSentence(reason: string): string {
	return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
