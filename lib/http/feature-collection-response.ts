import { readGeofences } from "@/lib/geofences/chunks";

/** Geofences as a streamed GeoJSON FeatureCollection (RFC 7946): one chunk in memory at a time. */
export function featureCollectionResponse(chunks: AsyncIterable<Uint8Array>): Response {
	const encoder = new TextEncoder();
	const pieces = featureCollection(chunks);
	const body = new ReadableStream<Uint8Array>({
		async pull(controller) {
			const { done, value } = await pieces.next();
			if (done) controller.close();
			else controller.enqueue(encoder.encode(value));
		},
		async cancel() {
			await pieces.return(undefined);
		},
	});
	return new Response(body, { headers: { "Content-Type": "application/geo+json" } });
}

/** Pieces of text large enough that a stream of many small features does not become many small writes. */
const PIECE_CHARACTERS = 65_536;

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
