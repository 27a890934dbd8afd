import zlib from "node:zlib";

/** CRC-32 (as in zlib and PNG) of `bytes`, continuing from the checksum `previous` of what stands before them. */
export type Crc32 = (bytes: Uint8Array, previous?: number) => number;

/** The table-driven CRC-32, for Node.js older than 20.15, which lacks zlib.crc32. */
export function tableCrc32(bytes: Uint8Array, previous = 0): number {
	let crc = ~previous;
	for (let i = 0; i < bytes.length; i++) {
		crc = (crc >>> 8) ^ (TABLE[(crc ^ (bytes[i] as number)) & 0xff] as number);
	}
	return ~crc >>> 0;
}

const TABLE = new Uint32Array(256).map((_, index) => {
	let value = index;
	for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
	return value;
});

export const crc32: Crc32 = typeof zlib.crc32 === "function" ? zlib.crc32 : tableCrc32;
