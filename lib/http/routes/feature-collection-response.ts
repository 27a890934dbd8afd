import { readGeofences } from "@/lib/rules/geofences/chunks";
import { PIECE_CHARACTERS, streamText } from "./stream-text";

/** Geofences as a streamed GeoJSON FeatureCollection (RFC 7946): one chunk in memory at a time. */
export function featureCollectionResponse(chunks: AsyncIterable<Uint8Array>): Response {
	return new Response(streamText(featureCollection(chunks)), { headers: { "Content-Type": "application/geo+json" } });
}

async function* featureCollection(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
	let piece = '{"type":"FeatureCollection","features":[';
	let separator = "";
	for await (const geofence of readGeofences(chunks)) {
		piece += separator + JSON.stringify(geofence);
		separator = ",";
		if (piece.length >= PIECE_CHARACTERS) {
			yield piece;
			piece = "";
		}
	}
	yield `${piece}]}`;
	return undefined;
}
