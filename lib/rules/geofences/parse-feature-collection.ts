import { InvalidArgumentError } from "@/lib/rules/errors";
import { FeatureSplitter, type SplitFeature } from "./feature-splitter";
import { GEOFENCE_LIMITS, type GeofenceRow } from "./geofence";
import { loneFeature } from "./lone-feature";
import { normalizeGeofence } from "./normalize-geofence";
import { decodeUtf8, withoutByteOrderMark } from "./utf8";

const WGS84 = /(?:^|[:/])(?:CRS84|4326)$/i;

/**
 * Streams the geofences of a GeoJSON FeatureCollection, or of a single Feature or geometry. Rows
 * carry the first line of their feature, and reasons its number, because many such files have one
 * line only. Invalid JSON rejects the whole document.
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
		throw new InvalidArgumentError(`the file is not valid JSON: feature ${position} (line ${line}) cannot be read`);
	}
	return judged(feature, line, position);
}

function judged(feature: unknown, line: number, position: number): GeofenceRow {
	const row = normalizeGeofence(feature);
	return "geofence" in row ? { line, ...row } : { line, refused: `Feature ${position}: ${row.refused}.` };
}

/** Validates the complete envelope; returns the Feature of a single-feature document. */
function checkDocument(splitter: FeatureSplitter): object | undefined {
	const text = decodeUtf8(splitter.end(), 1);
	let document: unknown;
	try {
		document = JSON.parse(text);
	} catch {
		throw new InvalidArgumentError("the file is not valid JSON: the part around its features cannot be read");
	}
	const { type, crs } = (document ?? {}) as { type?: unknown; crs?: { properties?: { name?: unknown } } | null };
	const lone = splitter.found ? undefined : loneFeature(document);
	if (lone === undefined) {
		if (type !== "FeatureCollection") {
			throw new InvalidArgumentError("the file must be a GeoJSON FeatureCollection, Feature or geometry");
		}
		if (!splitter.found) throw new InvalidArgumentError("the file must have a list named features");
	}
	// RFC 7946 allows WGS 84 only, but older files may use another system and say so.
	const system = crs?.properties?.name;
	if (crs !== undefined && crs !== null && !(typeof system === "string" && WGS84.test(system))) {
		throw new InvalidArgumentError(
			"the file must use longitudes and latitudes (WGS 84), and its crs names another system",
		);
	}
	return lone;
}
