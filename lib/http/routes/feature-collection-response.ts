import type { Geofence } from "@/lib/rules/geofences/geofence";
import { PIECE_CHARACTERS, streamText } from "./stream-text";

/** Streams geofences as a GeoJSON FeatureCollection (RFC 7946), in the batches of their source. */
export function featureCollectionResponse(geofences: AsyncIterable<Geofence>): Response {
	return new Response(streamText(featureCollection(geofences)), {
		headers: { "Content-Type": "application/geo+json" },
	});
}

async function* featureCollection(geofences: AsyncIterable<Geofence>): AsyncGenerator<string, undefined> {
	let piece = '{"type":"FeatureCollection","features":[';
	let separator = "";
	for await (const geofence of geofences) {
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
