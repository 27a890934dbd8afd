import { streamText } from "./stream-text";

/**
 * Streams geofences as a GeoJSON FeatureCollection (RFC 7946), in the batches of their source: JSON
 * texts of one and more, with commas between them.
 * @param name of a file to download, without its ending
 */
export function featureCollectionResponse(geofences: AsyncIterable<string>, name?: string): Response {
	const file = name === undefined ? {} : { "Content-Disposition": `attachment; filename="${name}.geojson"` };
	return new Response(streamText(featureCollection(geofences)), {
		headers: { "Content-Type": "application/geo+json", ...file },
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
