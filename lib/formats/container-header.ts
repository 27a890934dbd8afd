import { crc32 } from "node:zlib";
import { TargetingFileError } from "@/lib/formats/errors";
import {
	alignUp,
	BYTE_ORDER_MARK,
	type ContainerKind,
	DIRECTORY_ENTRY_BYTES,
	FORMAT_MAJOR,
	HEADER_BYTES,
	HEADER_CRC_OFFSET,
	KIND_CODES,
	MAGIC,
} from "@/lib/formats/layout";

/** A section's directory entry: its position in the file, in bytes. */
export interface Section {
	name: string;
	typeCode: number;
	offset: number;
	length: number;
	crc: number;
}

export interface ContainerHeader {
	kind: ContainerKind;
	minor: number;
	sectionCount: number;
}

/**
 * Reads the header and verifies the checksum over header and directory.
 *
 * @param bytes the file from its start, at least to the end of its directory
 * @param fileLength bytes of the whole file
 * @throws {TargetingFileError} naming the problem
 */
export function readHeader(bytes: Uint8Array, fileLength: number): ContainerHeader {
	const view = viewOf(bytes);
	const shared = Math.min(bytes.length, MAGIC.length);
	for (let i = 0; i < shared; i++) {
		if (bytes[i] !== MAGIC[i]) throw new TargetingFileError("not_a_targeting_file", "this is not a targeting file");
	}
	if (bytes.length < HEADER_BYTES) {
		throw new TargetingFileError("truncated", `the file ends after ${bytes.length} bytes, inside its header`);
	}
	const major = view.getUint16(8, true);
	const minor = view.getUint16(10, true);
	if (view.getUint32(12, true) !== BYTE_ORDER_MARK) {
		throw new TargetingFileError("corrupt", "the byte-order mark is wrong");
	}
	if (major !== FORMAT_MAJOR) {
		const message = `the file has format version ${major}.${minor}; this reader knows version ${FORMAT_MAJOR}`;
		throw new TargetingFileError("unsupported_version", message);
	}
	const declaredLength = view.getBigUint64(24, true);
	if (declaredLength > BigInt(fileLength)) {
		throw new TargetingFileError("truncated", `the file ends after ${fileLength} of ${declaredLength} bytes`);
	}
	if (declaredLength < BigInt(fileLength)) {
		throw new TargetingFileError("corrupt", `the file has ${fileLength} bytes but declares ${declaredLength}`);
	}
	const sectionCount = view.getUint32(20, true);
	const directoryEnd = HEADER_BYTES + sectionCount * DIRECTORY_ENTRY_BYTES;
	if (directoryEnd > bytes.length) {
		throw new TargetingFileError("corrupt", `a directory of ${sectionCount} sections does not fit into the file`);
	}
	const crc = crc32(bytes.subarray(HEADER_BYTES, directoryEnd), crc32(bytes.subarray(0, HEADER_CRC_OFFSET)));
	if (crc !== view.getUint32(HEADER_CRC_OFFSET, true)) {
		throw new TargetingFileError("corrupt", "the checksum of the header is wrong");
	}
	requireZeros(bytes.subarray(HEADER_CRC_OFFSET + 4, HEADER_BYTES), HEADER_CRC_OFFSET + 4);
	const kindCode = view.getUint32(16, true);
	const kind = (Object.keys(KIND_CODES) as ContainerKind[]).find((name) => KIND_CODES[name] === kindCode);
	if (!kind) throw new TargetingFileError("unsupported_version", `the file is of an unknown kind, ${kindCode}`);
	return { kind, minor, sectionCount };
}

/**
 * Reads the directory behind a header that `readHeader` has checked; every section lies within the
 * file.
 *
 * @throws {TargetingFileError} naming the misplaced section
 */
export function readDirectory(bytes: Uint8Array, sectionCount: number, fileLength: number): Section[] {
	const view = viewOf(bytes);
	const sections: Section[] = [];
	let end = HEADER_BYTES + sectionCount * DIRECTORY_ENTRY_BYTES;
	for (let i = 0; i < sectionCount; i++) {
		const entry = HEADER_BYTES + i * DIRECTORY_ENTRY_BYTES;
		const name = String.fromCharCode(...bytes.subarray(entry, entry + 4));
		const offset = Number(view.getBigUint64(entry + 8, true));
		const length = Number(view.getBigUint64(entry + 16, true));
		// Sections are contiguous up to alignment, so they neither overlap nor hide bytes.
		if (offset !== alignUp(end))
			throw new TargetingFileError("corrupt", `section ${name} is not at its aligned position`);
		end = offset + length;
		if (end > fileLength) throw new TargetingFileError("corrupt", `section ${name} reaches past the end of the file`);
		if (view.getUint32(entry + 28, true) !== 0) {
			throw new TargetingFileError("corrupt", `the directory entry of section ${name} is damaged`);
		}
		const typeCode = view.getUint32(entry + 4, true);
		sections.push({ name, typeCode, offset, length, crc: view.getUint32(entry + 24, true) });
	}
	if (fileLength !== alignUp(end)) {
		throw new TargetingFileError("corrupt", `the file does not end after its last section, at ${alignUp(end)} bytes`);
	}
	return sections;
}

/** Checks that the padding at `position` is zero. */
export function requireZeros(bytes: Uint8Array, position: number): void {
	for (let i = 0; i < bytes.length; i++) {
		if (bytes[i] !== 0) throw new TargetingFileError("corrupt", `the padding at ${position + i} is not zero`);
	}
}

function viewOf(bytes: Uint8Array): DataView {
	return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
