import { streamText } from "./stream-text";

interface FeatureCollectionParts {
	/** Name of a file to download, without its ending. */
	name?: string;
	/** Further members of the collection, asked for once all geofences are written. */
	members?: () => Promise<Readonly<Record<string, unknown>>>;
}

/**
 * Streams geofences as a GeoJSON FeatureCollection (RFC 7946), in the batches of their source: JSON
 * texts of one and more, with commas between them.
 */
export function featureCollectionResponse(
	geofences: AsyncIterable<string>,
	{ name, members }: FeatureCollectionParts = {},
): Response {
	const file = name === undefined ? {} : { "Content-Disposition": `attachment; filename="${name}.geojson"` };
	return new Response(streamText(featureCollection(geofences, members)), {
		headers: { "Content-Type": "application/geo+json", ...file },
	});
}

async function* featureCollection(
	geofences: AsyncIterable<string>,
	members: FeatureCollectionParts["members"] = async () => ({}),
): AsyncGenerator<string, undefined> {
	let before = '{"type":"FeatureCollection","features":[';
	for await (const texts of geofences) {
		yield before + texts;
		before = ",";
	}
	const more = Object.entries(await members()).map(
		([key, value]) => `,${JSON.stringify(key)}:${JSON.stringify(value)}`,
	);
	yield `${before === "," ? "" : before}]${more.join("")}}`;
	return undefined;
}
