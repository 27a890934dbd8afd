import { createHash } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";
import {
	alignUp,
	BYTE_ORDER_MARK,
	type ContainerKind,
	DIRECTORY_ENTRY_BYTES,
	ELEMENT_TYPES,
	type ElementType,
	FORMAT_MAJOR,
	FORMAT_MINOR,
	HEADER_BYTES,
	HEADER_CRC_OFFSET,
	IS_LITTLE_ENDIAN,
	KIND_CODES,
	MAGIC,
} from "@/lib/formats/layout";

/** A section: a four-character name and its elements, in one or more consecutive typed arrays. */
export interface SectionSource {
	name: string;
	type: ElementType;
	parts: readonly (Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array)[];
}

/** Length and SHA-256 (lower-case hex) of a written file. */
export interface WrittenFile {
	size: number;
	sha256: string;
}

const WRITE_CHUNK_BYTES = 4 * 1024 * 1024;

/**
 * Writes a container to `path` (formats.md, "The container of both files"). Writes and flushes
 * `path.partial`, then renames it, so that `path` never holds a partial file. Section arrays are
 * read twice and never copied.
 */
export async function writeContainer(
	path: string,
	kind: ContainerKind,
	sections: readonly SectionSource[],
): Promise<WrittenFile> {
	if (!IS_LITTLE_ENDIAN) throw new Error("targeting files can be written on little-endian machines only");
	const head = encodeHead(kind, sections);
	const partialPath = `${path}.partial`;
	const hash = createHash("sha256");
	let size = 0;
	const handle = await open(partialPath, "w");
	try {
		const append = async (bytes: Uint8Array) => {
			for (let from = 0; from < bytes.length; from += WRITE_CHUNK_BYTES) {
				const chunk = bytes.subarray(from, from + WRITE_CHUNK_BYTES);
				hash.update(chunk);
				await writeAll(handle, chunk);
			}
			size += bytes.length;
		};
		const pad = () => append(new Uint8Array(alignUp(size) - size));
		await append(head);
		for (const section of sections) {
			await pad();
			for (const part of section.parts) await append(asBytes(part));
		}
		await pad();
		await handle.sync();
		await handle.close();
		await rename(partialPath, path);
	} catch (error) {
		await handle.close().catch(() => undefined);
		await rm(partialPath, { force: true });
		throw error;
	}
	await syncDirectory(dirname(path));
	return { size, sha256: hash.digest("hex") };
}

function encodeHead(kind: ContainerKind, sections: readonly SectionSource[]): Uint8Array {
	const head = new Uint8Array(HEADER_BYTES + sections.length * DIRECTORY_ENTRY_BYTES);
	const view = new DataView(head.buffer);
	let end = head.length;
	for (const [index, section] of sections.entries()) {
		if (!/^[A-Z0-9]{4}$/.test(section.name))
			throw new Error(`section name must be four of A-Z and 0-9, and is ${section.name}`);
		const entry = HEADER_BYTES + index * DIRECTORY_ENTRY_BYTES;
		const offset = alignUp(end);
		let length = 0;
		let crc = 0;
		for (const part of section.parts) {
			crc = crc32(asBytes(part), crc);
			length += part.byteLength;
		}
		for (let i = 0; i < 4; i++) head[entry + i] = section.name.charCodeAt(i);
		view.setUint32(entry + 4, ELEMENT_TYPES[section.type].code, true);
		view.setBigUint64(entry + 8, BigInt(offset), true);
		view.setBigUint64(entry + 16, BigInt(length), true);
		view.setUint32(entry + 24, crc, true);
		end = offset + length;
	}
	head.set(MAGIC);
	view.setUint16(8, FORMAT_MAJOR, true);
	view.setUint16(10, FORMAT_MINOR, true);
	view.setUint32(12, BYTE_ORDER_MARK, true);
	view.setUint32(16, KIND_CODES[kind], true);
	view.setUint32(20, sections.length, true);
	view.setBigUint64(24, BigInt(alignUp(end)), true);
	const crc = crc32(head.subarray(HEADER_BYTES), crc32(head.subarray(0, HEADER_CRC_OFFSET)));
	view.setUint32(HEADER_CRC_OFFSET, crc, true);
	return head;
}

function asBytes(part: SectionSource["parts"][number]): Uint8Array {
	return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
	for (let from = 0; from < bytes.length; ) {
		const { bytesWritten } = await handle.write(bytes, from, bytes.length - from);
		from += bytesWritten;
	}
}

/** Makes the rename durable. Windows cannot open directories; the file's flush suffices there. */
async function syncDirectory(path: string): Promise<void> {
	if (process.platform === "win32") return;
	const handle = await open(path, "r");
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
