import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { TooLargeError } from "@/lib/rules/errors";
import { boundsOf, uniteBounds } from "@/lib/rules/geofences/bounds";
import { type Bounds, GEOFENCE_LIMITS, type Geofence } from "@/lib/rules/geofences/geofence";
import { bareText, readStored, type StoredGeofence } from "./stored-geofence";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Most geofences of a chunk. */
const MAX_GEOFENCES = 1_000;
/** A chunk ends after this many characters: a thousand large polygons would be half a gigabyte. */
const MAX_TEXT_LENGTH = 4 * 1024 * 1024;

/** Geofences as stored: newline-delimited GeoJSON, gzip'd. `position` counts from 0. */
export interface GeofenceChunk {
	position: number;
	geofenceCount: number;
	bounds: Bounds;
	content: Uint8Array<ArrayBuffer>;
}

/**
 * Encodes geofences to chunks, with one chunk in memory.
 * @throws TooLargeError beyond `GEOFENCE_LIMITS.perSet`
 */
export async function* encodeGeofenceChunks(
	geofences: AsyncIterable<Geofence> | Iterable<Geofence>,
): AsyncGenerator<GeofenceChunk> {
	let lines: string[] = [];
	let length = 0;
	let total = 0;
	let position = 0;
	let bounds: Bounds | undefined;
	const take = async (known: Bounds): Promise<GeofenceChunk> => {
		const compressed = await compress(`${lines.join("\n")}\n`);
		const chunk = { position, geofenceCount: lines.length, bounds: known, content: new Uint8Array(compressed) };
		position += 1;
		lines = [];
		length = 0;
		bounds = undefined;
		return chunk;
	};
	for await (const geofence of geofences) {
		total += 1;
		if (total > GEOFENCE_LIMITS.perSet) {
			throw new TooLargeError(`a set takes at most ${GEOFENCE_LIMITS.perSet.toLocaleString("en-US")} geofences`);
		}
		const line = JSON.stringify(geofence);
		lines.push(line);
		length += line.length;
		bounds = uniteBounds(bounds, boundsOf(geofence));
		if (lines.length === MAX_GEOFENCES || length >= MAX_TEXT_LENGTH) yield await take(bounds);
	}
	if (bounds !== undefined) yield await take(bounds);
}

const textOf = async (content: Uint8Array) => (await decompress(content)).toString("utf8").trimEnd();

/**
 * Decodes one stored chunk.
 * @throws for bytes that `encodeGeofenceChunks` has not written
 */
export async function decodeGeofenceChunk(content: Uint8Array): Promise<Geofence[]> {
	return (await textOf(content)).split("\n").map((line) => JSON.parse(line) as Geofence);
}

/**
 * Streams the geofences of stored chunks in order: one JSON text per chunk, unparsed, with commas
 * between geofences. Reads `chunks` at most one ahead.
 */
export async function* readGeofenceTexts(
	chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<string> {
	for await (const content of chunks) yield (await textOf(content)).replaceAll("\n", ",");
}

/** Like `readGeofenceTexts`, without ids and further properties. */
export async function* readBareGeofenceTexts(
	chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<string> {
	for await (const content of chunks) {
		const lines = (await textOf(content)).split("\n");
		yield lines.map((line) => bareText(readStored(line))).join();
	}
}

/** Streams the geofences of stored chunks in order, with their geometries unparsed. */
export async function* readStoredGeofences(
	chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<StoredGeofence> {
	for await (const content of chunks) for (const line of (await textOf(content)).split("\n")) yield readStored(line);
}

/** Streams the geofences of stored chunks in order; reads `chunks` at most one ahead. */
export async function* readGeofences(
	chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Geofence> {
	for await (const content of chunks) yield* await decodeGeofenceChunk(content);
}
