/**
 * The layout of the container of targeting files and lists of opt-outs. Everything is little-endian.
 *
 * | offset | field                                                            |
 * |--------|------------------------------------------------------------------| | 0      | magic
 * `\x89TGT\r\n\x1a\n` (8 bytes: survives no text-mode copy)    | | 8, 10  | u16 major version, u16
 * minor version                              | | 12     | u32 byte-order mark 0x01020304
 * | | 16, 20 | u32 kind (1 proximity, 2 audience, 3 opt-outs), u32 number of sections | | 24     | u64
 * length of the file                                            | | 32     | u32 CRC-32 of bytes 0
 * to 31 followed by the directory              | | 36     | 28 zero bytes
 * | | 64     | directory: per section 32 bytes                                   |
 *
 * A directory entry: four-character name, u32 element type, u64 offset, u64 length in bytes, u32
 * CRC-32, u32 zero. Sections follow in the directory's order, each at the next multiple of 64; the
 * file ends at one. The gaps are zero, so every byte is covered by a checksum or checked to be
 * zero.
 */
export const MAGIC = Uint8Array.of(0x89, 0x54, 0x47, 0x54, 0x0d, 0x0a, 0x1a, 0x0a);

/** Readers reject another major version; a higher minor version only adds optional sections. */
export const FORMAT_MAJOR = 1;
export const FORMAT_MINOR = 0;

export const BYTE_ORDER_MARK = 0x01020304;
export const HEADER_BYTES = 64;
export const HEADER_CRC_OFFSET = 32;
export const DIRECTORY_ENTRY_BYTES = 32;
export const ALIGNMENT = 64;

export const KIND_CODES = { proximity: 1, audience: 2, "opt-outs": 3 } as const;
export type ContainerKind = keyof typeof KIND_CODES;
export type TargetingKind = Exclude<ContainerKind, "opt-outs">;

/** Element types of sections: the code in the directory and the bytes per element. */
export const ELEMENT_TYPES = {
	json: { code: 1, bytes: 1 },
	u8: { code: 2, bytes: 1 },
	u16: { code: 3, bytes: 2 },
	u32: { code: 4, bytes: 4 },
	f32: { code: 5, bytes: 4 },
	f64: { code: 6, bytes: 8 },
} as const;
export type ElementType = keyof typeof ELEMENT_TYPES;

/** The next multiple of 64 at or after `offset`. */
export function alignUp(offset: number): number {
	return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}

/** Sections are native typed arrays, which big-endian machines could neither write nor read. */
export const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
