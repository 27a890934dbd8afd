import { InvalidArgumentError } from "@/lib/rules/errors";
import { FeatureSplitter, type SplitFeature } from "./feature-splitter";
import { GEOFENCE_LIMITS, type GeofenceRow } from "./geofence";
import { loneFeature } from "./lone-feature";
import { normalizeGeofence } from "./normalize-geofence";
import { decodeUtf8, withoutByteOrderMark } from "./utf8";

const WGS84 = /(?:^|[:/])(?:CRS84|4326)$/i;

/**
 * Streams the geofences of a GeoJSON FeatureCollection; a document that is one Feature or geometry counts as a collection of
 * it. Rows carry the line on which their feature begins, and a refusal says in words which feature it is, as many such files
 * are a single line. A document that is not JSON is refused as a whole, since nothing after the fault can be trusted.
 * @throws InvalidArgumentError for anything but GeoJSON in longitude and latitude (WGS 84)
 */
export async function* parseFeatureCollection(body: AsyncIterable<Uint8Array>): AsyncGenerator<GeofenceRow> {
	const splitter = new FeatureSplitter();
	let count = 0;
	for await (const chunk of withoutByteOrderMark(body)) {
		for (const feature of splitter.push(chunk)) {
			count += 1;
			yield parseFeature(feature, count);
		}
	}
	const lone = checkDocument(splitter);
	if (lone !== undefined) yield judged(lone, 1, 1);
}

function parseFeature({ line, bytes }: SplitFeature, position: number): GeofenceRow {
	if (bytes === null) {
		return { line, refused: `Feature ${position}: larger than ${GEOFENCE_LIMITS.featureBytes / 1024 ** 2} MB.` };
	}
	let feature: unknown;
	const text = decodeUtf8(bytes, line);
	try {
		feature = JSON.parse(text);
	} catch {
		throw new InvalidArgumentError(`The file is not valid JSON: feature ${position} (line ${line}) cannot be read.`);
	}
	return judged(feature, line, position);
}

function judged(feature: unknown, line: number, position: number): GeofenceRow {
	const row = normalizeGeofence(feature);
	return "geofence" in row ? { line, ...row } : { line, refused: `Feature ${position}: ${row.refused}.` };
}

/** Judges what stands around the features, once all of it is known. Gives the Feature that the document is itself, if it is one. */
function checkDocument(splitter: FeatureSplitter): object | undefined {
	const text = decodeUtf8(splitter.end(), 1);
	let document: unknown;
	try {
		document = JSON.parse(text);
	} catch {
		throw new InvalidArgumentError("The file is not valid JSON: what stands around its features cannot be read.");
	}
	const { type, crs } = (document ?? {}) as { type?: unknown; crs?: { properties?: { name?: unknown } } | null };
	const lone = splitter.seen ? undefined : loneFeature(document);
	if (lone === undefined) {
		if (type !== "FeatureCollection") {
			throw new InvalidArgumentError("The file must be a GeoJSON FeatureCollection, Feature or geometry.");
		}
		if (!splitter.seen) throw new InvalidArgumentError("The file must have a list named features.");
	}
	// RFC 7946 knows no other system; older files that state one mean their coordinates to be read by it.
	const system = crs?.properties?.name;
	if (crs !== undefined && crs !== null && !(typeof system === "string" && WGS84.test(system))) {
		throw new InvalidArgumentError(
			"The file must hold longitudes and latitudes (WGS 84): its crs names another system.",
		);
	}
	return lone;
}
