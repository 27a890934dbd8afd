import { streamText } from "./stream-text";

/**
 * Streams geofences as a GeoJSON FeatureCollection (RFC 7946), in the batches of their source: JSON
 * texts of one and more, with commas between them.
 */
export function featureCollectionResponse(geofences: AsyncIterable<string>): Response {
	return new Response(streamText(featureCollection(geofences)), {
		headers: { "Content-Type": "application/geo+json" },
	});
}

async function* featureCollection(geofences: AsyncIterable<string>): AsyncGenerator<string, undefined> {
	let before = '{"type":"FeatureCollection","features":[';
	for await (const texts of geofences) {
		yield before + texts;
		before = ",";
	}
	yield before === "," ? "]}" : `${before}]}`;
	return undefined;
}
