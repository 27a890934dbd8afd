import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { bytesToHeader, Compression, type Entry, type Header, ResolvedValueCache, TileType } from "pmtiles";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { type DescribedTiles, describedTiles } from "./region-schema";

const HEADER_BYTES = 127;
/** Bounds on what parts unpack to: browsers unpack them, too. */
const MOST_UNPACKED = 16_777_216;
/** A directory of half a million tiles; others split far earlier. */
const MOST_OF_DIRECTORY = 2_097_152;
const MOST_OF_DIRECTORIES = 1_073_741_824;
/** A tile begins with a layer: field 3, with its length. */
const LAYER_TAG = 0x1a;

/** What the archive of a region has. */
export interface RegionFacts extends DescribedTiles {
	readonly size: number;
	readonly min_zoom: number;
	readonly max_zoom: number;
	/** West, south, east, north. */
	readonly bounds: [number, number, number, number];
}

/**
 * Reads what a PMTiles archive says of itself, all its directories, and a tile.
 * @throws InvalidArgumentError for a file that the map cannot draw streets from
 */
export async function checkRegionFile(path: string): Promise<RegionFacts> {
	const file = await open(path, "r");
	try {
		const { size } = await file.stat();
		const header = headerOf(await bytesOf(file, 0, Math.min(size, HEADER_BYTES)));
		requireWhole(header, size);
		const bounds = requireDrawable(header);
		const described = describedTiles(await metadataOf(file, header));
		await requireTile(file, header, await firstTile(file, header));
		return { ...described, size, bounds, min_zoom: header.minZoom, max_zoom: header.maxZoom };
	} finally {
		await file.close();
	}
}

const refused = (words: string) => new InvalidArgumentError(`the archive ${words}`);
const damaged = (what: string) => refused(`is damaged: ${what}`);

function headerOf(bytes: Buffer): Header {
	if (bytes.subarray(0, 7).toString("latin1") !== "PMTiles") {
		throw new InvalidArgumentError("the file must be a PMTiles archive, and is none");
	}
	if (bytes[7] !== 3) throw refused(`must have version 3 of PMTiles, and has version ${bytes[7]}`);
	if (bytes.length < HEADER_BYTES) throw refused("is cut off within its header");
	return bytesToHeader(arrayOf(bytes));
}

/** All parts lie within the file. */
function requireWhole(header: Header, size: number): void {
	const ends = [
		header.rootDirectoryOffset + header.rootDirectoryLength,
		header.jsonMetadataOffset + header.jsonMetadataLength,
		header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
		header.tileDataOffset + (header.tileDataLength ?? 0),
	];
	const end = Math.max(...ends);
	if (!(end <= size)) throw refused(`is cut off: it has ${size} bytes of ${end}`);
}

/** @returns the bounds */
function requireDrawable(header: Header): RegionFacts["bounds"] {
	const { tileType, tileCompression, internalCompression, minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = header;
	if (tileType !== TileType.Mvt) throw refused("must have vector tiles (MVT), and has pictures or other tiles");
	if ([tileCompression, internalCompression].some((one) => one !== Compression.None && one !== Compression.Gzip)) {
		throw refused("must be compressed by gzip or not at all");
	}
	if (minZoom > maxZoom || maxZoom > 24) throw damaged(`its zooms are ${minZoom} to ${maxZoom}`);
	const isExtent =
		minLon >= -180 && maxLon <= 180 && minLat >= -90 && maxLat <= 90 && minLon < maxLon && minLat < maxLat;
	if (!isExtent) throw damaged("its bounds are no extent on the earth");
	return [minLon, minLat, maxLon, maxLat];
}

async function metadataOf(file: FileHandle, header: Header): Promise<unknown> {
	const { jsonMetadataOffset: offset, jsonMetadataLength: length, internalCompression } = header;
	if (length > MOST_UNPACKED) throw damaged("its description is too long");
	const bytes = await unpacked(
		await bytesOf(file, offset, length),
		internalCompression,
		MOST_UNPACKED,
		"its description",
	);
	try {
		return JSON.parse(bytes.toString());
	} catch {
		throw damaged("its description is no JSON");
	}
}

/**
 * The first tile, after all directories were read: each leaf lies within its part and behind the one
 * before, so that none is read twice.
 */
async function firstTile(file: FileHandle, header: Header): Promise<Entry> {
	let [total, leafEnd] = [0, 0];
	let first: Entry | undefined;
	const cache = new ResolvedValueCache(2, false, async (packed, compression) => {
		const bytes = await unpacked(Buffer.from(packed), compression, MOST_OF_DIRECTORY, "a directory");
		total += bytes.length;
		if (total > MOST_OF_DIRECTORIES) throw damaged("its directories are too long");
		return arrayOf(bytes);
	});
	const source = {
		getKey: () => "archive",
		getBytes: async (offset: number, length: number) => ({ data: arrayOf(await bytesOf(file, offset, length)) }),
	};
	const read = async (offset: number, length: number, depth: number): Promise<void> => {
		if (length > MOST_OF_DIRECTORY || depth > 3) throw damaged("its directories are too deep or too long");
		for (const entry of await cache.getDirectory(source, offset, length, header).catch(asDamage)) {
			const end = entry.offset + entry.length;
			const room = entry.runLength === 0 ? (header.leafDirectoryLength ?? 0) : (header.tileDataLength ?? 0);
			if (!(end <= room)) throw damaged("a directory names bytes beyond its end");
			if (entry.runLength > 0) first ??= entry;
			else {
				if (entry.offset < leafEnd) throw damaged("its directories overlap");
				leafEnd = end;
				await read(header.leafDirectoryOffset + entry.offset, entry.length, depth + 1);
			}
		}
	};
	await read(header.rootDirectoryOffset, header.rootDirectoryLength, 0);
	if (first === undefined) throw refused("has no tiles");
	return first;
}

function asDamage(error: unknown): never {
	throw error instanceof InvalidArgumentError ? error : damaged("a directory cannot be read");
}

async function requireTile(file: FileHandle, header: Header, { offset, length }: Entry): Promise<void> {
	if (length > MOST_UNPACKED) throw damaged("a tile is too long");
	const packed = await bytesOf(file, header.tileDataOffset + offset, length);
	const bytes = await unpacked(packed, header.tileCompression, MOST_UNPACKED, "a tile");
	if (bytes[0] !== LAYER_TAG) throw damaged("a tile is no vector tile");
}

const inflate = promisify(gunzip);

async function unpacked(bytes: Buffer, compression: Compression, most: number, what: string): Promise<Buffer> {
	if (compression !== Compression.Gzip) return bytes;
	try {
		return await inflate(bytes, { maxOutputLength: most });
	} catch (error) {
		const isTooLong = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
		throw damaged(`${what} ${isTooLong ? `unpacks to more than ${most / 1_048_576} MB` : "cannot be unpacked"}`);
	}
}

async function bytesOf(file: FileHandle, offset: number, length: number): Promise<Buffer> {
	const bytes = Buffer.alloc(length);
	const { bytesRead } = await file.read(bytes, 0, length, offset);
	return bytes.subarray(0, bytesRead);
}

const arrayOf = (bytes: Buffer): ArrayBuffer =>
	bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
