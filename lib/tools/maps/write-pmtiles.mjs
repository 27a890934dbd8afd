import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";

const HEADER_BYTES = 127;
/** Readers fetch the header and the root directory together, in one piece of this size. */
const FIRST_FETCH = 16_384;
const LEAF_ENTRIES = 2_048;
const GZIP = 2;
const VECTOR_TILES = 1;

/** A tile's number: its place on the Hilbert curve of its zoom, after all tiles of lower zooms. */
export function tileNumber(zoom, column, row) {
	let number = (4 ** zoom - 1) / 3;
	let [x, y] = [column, row];
	for (let side = 2 ** (zoom - 1); side >= 1; side /= 2) {
		const right = (x & side) > 0 ? 1 : 0;
		const down = (y & side) > 0 ? 1 : 0;
		number += side * side * ((3 * right) ^ down);
		if (down === 0) {
			if (right === 1) {
				x = side - 1 - x;
				y = side - 1 - y;
			}
			[x, y] = [y, x];
		}
	}
	return number;
}

function varint(bytes, value) {
	let rest = value;
	while (rest >= 128) {
		bytes.push((rest % 128) + 128);
		rest = Math.floor(rest / 128);
	}
	bytes.push(rest);
}

/** Entries of a directory, column by column, as the format wants them. */
function directory(entries) {
	const bytes = [];
	varint(bytes, entries.length);
	entries.forEach(({ number }, at) => void varint(bytes, number - (entries[at - 1]?.number ?? 0)));
	for (const { run } of entries) varint(bytes, run);
	for (const { length } of entries) varint(bytes, length);
	entries.forEach(({ offset }, at) => {
		const before = entries[at - 1];
		const follows = before !== undefined && before.offset + before.length === offset;
		varint(bytes, follows ? 0 : offset + 1);
	});
	return gzipSync(Uint8Array.from(bytes), { level: 9 });
}

/** The root directory, and leaves where it would not fit into the first fetch. */
function directories(entries) {
	const whole = directory(entries);
	if (HEADER_BYTES + whole.length <= FIRST_FETCH) return { root: whole, leaves: Buffer.alloc(0) };
	const parts = [];
	const pointers = [];
	let offset = 0;
	for (let at = 0; at < entries.length; at += LEAF_ENTRIES) {
		const leaf = directory(entries.slice(at, at + LEAF_ENTRIES));
		pointers.push({ number: entries[at].number, run: 0, length: leaf.length, offset });
		parts.push(leaf);
		offset += leaf.length;
	}
	return { root: directory(pointers), leaves: Buffer.concat(parts) };
}

/** Tiles in order, equal ones stored once; neighbors that are equal share an entry. */
function pack(tiles) {
	const entries = [];
	const parts = [];
	const known = new Map();
	let size = 0;
	for (const { number, bytes } of tiles.toSorted((a, b) => a.number - b.number)) {
		const packed = gzipSync(bytes, { level: 9 });
		const digest = createHash("sha256").update(packed).digest("hex");
		let offset = known.get(digest);
		if (offset === undefined) {
			offset = size;
			known.set(digest, offset);
			parts.push(packed);
			size += packed.length;
		}
		const last = entries.at(-1);
		if (last !== undefined && last.offset === offset && last.number + last.run === number) last.run += 1;
		else entries.push({ number, run: 1, length: packed.length, offset });
	}
	return { entries, data: Buffer.concat(parts), contents: known.size };
}

/**
 * A PMTiles archive (version 3) of vector tiles: `tiles` have a zoom, column, row and bytes that
 * are not yet compressed.
 */
export function writePmtiles({ tiles, metadata, bounds }) {
	const numbered = tiles.map(({ zoom, column, row, bytes }) => ({ number: tileNumber(zoom, column, row), bytes }));
	const { entries, data, contents } = pack(numbered);
	const { root, leaves } = directories(entries);
	const described = gzipSync(JSON.stringify(metadata), { level: 9 });
	const header = Buffer.alloc(HEADER_BYTES);
	header.write("PMTiles", 0, "ascii");
	header.writeUInt8(3, 7);
	let offset = HEADER_BYTES;
	for (const [at, part] of [
		[8, root],
		[24, described],
		[40, leaves],
		[56, data],
	]) {
		header.writeBigUInt64LE(BigInt(offset), at);
		header.writeBigUInt64LE(BigInt(part.length), at + 8);
		offset += part.length;
	}
	for (const [at, count] of [
		[72, tiles.length],
		[80, entries.length],
		[88, contents],
	]) {
		header.writeBigUInt64LE(BigInt(count), at);
	}
	const zooms = tiles.map(({ zoom }) => zoom);
	header.set([1, GZIP, GZIP, VECTOR_TILES, Math.min(...zooms), Math.max(...zooms)], 96);
	const [west, south, east, north] = bounds;
	[west, south, east, north].forEach((degrees, at) => {
		header.writeInt32LE(Math.round(degrees * 1e7), 102 + at * 4);
	});
	header.writeInt32LE(Math.round(((west + east) / 2) * 1e7), 119);
	header.writeInt32LE(Math.round(((south + north) / 2) * 1e7), 123);
	return Buffer.concat([header, root, described, leaves, data]);
}
