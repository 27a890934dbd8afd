import { crc32 } from "@/lib/formats/crc32";
import { TargetingFileError } from "@/lib/formats/errors";
import {
	ALIGNMENT,
	alignUp,
	BYTE_ORDER_MARK,
	DIRECTORY_ENTRY_BYTES,
	ELEMENT_TYPES,
	type ElementType,
	FORMAT_MAJOR,
	HEADER_BYTES,
	HEADER_CRC_OFFSET,
	IS_LITTLE_ENDIAN,
	KIND_CODES,
	MAGIC,
	type TargetingKind,
} from "@/lib/formats/layout";

interface Section {
	name: string;
	typeCode: number;
	offset: number;
	length: number;
	crc: number;
}

/** An opened container: the kind, and bounds-checked views of its sections, all over the same memory. */
export class Container {
	readonly kind: TargetingKind;
	readonly major: number;
	readonly minor: number;
	readonly bytes: Uint8Array;
	readonly #sections: Map<string, Section>;

	constructor(kind: TargetingKind, minor: number, bytes: Uint8Array, sections: Map<string, Section>) {
		this.kind = kind;
		this.major = FORMAT_MAJOR;
		this.minor = minor;
		this.bytes = bytes;
		this.#sections = sections;
	}

	get sectionNames(): string[] {
		return [...this.#sections.keys()];
	}

	has(name: string): boolean {
		return this.#sections.has(name);
	}

	u16(name: string): Uint16Array {
		const { offset, length } = this.#section(name, "u16");
		return new Uint16Array(this.bytes.buffer, this.bytes.byteOffset + offset, length / 2);
	}

	u32(name: string): Uint32Array {
		const { offset, length } = this.#section(name, "u32");
		return new Uint32Array(this.bytes.buffer, this.bytes.byteOffset + offset, length / 4);
	}

	f32(name: string): Float32Array {
		const { offset, length } = this.#section(name, "f32");
		return new Float32Array(this.bytes.buffer, this.bytes.byteOffset + offset, length / 4);
	}

	f64(name: string): Float64Array {
		const { offset, length } = this.#section(name, "f64");
		return new Float64Array(this.bytes.buffer, this.bytes.byteOffset + offset, length / 8);
	}

	/** The parsed JSON of a section; what it holds is for the caller to validate. */
	json(name: string): unknown {
		const { offset, length } = this.#section(name, "json");
		try {
			// TextDecoder refuses shared memory, so the section is copied out of it first.
			const text = new TextDecoder("utf-8", { fatal: true }).decode(this.bytes.slice(offset, offset + length));
			return JSON.parse(text);
		} catch (error) {
			throw new TargetingFileError("invalid_content", `section ${name} is not JSON: ${String(error)}`);
		}
	}

	#section(name: string, type: ElementType): Section {
		const section = this.#sections.get(name);
		if (!section) throw new TargetingFileError("invalid_content", `section ${name} is missing`);
		const { code, bytes } = ELEMENT_TYPES[type];
		if (section.typeCode !== code) {
			throw new TargetingFileError(
				"invalid_content",
				`section ${name} has element type ${section.typeCode}, not ${type}`,
			);
		}
		if (section.length % bytes !== 0) {
			throw new TargetingFileError("invalid_content", `section ${name} does not hold whole elements`);
		}
		return section;
	}
}

/**
 * Opens and verifies a container: header, versions, directory, zero padding and every section's checksum (formats.md,
 * "The container of both files"). The views share `bytes`, which is copied only when it does not start at a multiple of 8.
 *
 * @throws {TargetingFileError} naming what is wrong
 */
export function openContainer(bytes: Uint8Array): Container {
	if (!IS_LITTLE_ENDIAN) {
		throw new TargetingFileError("unsupported_version", "targeting files can be read on little-endian machines only");
	}
	const aligned = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
	const view = new DataView(aligned.buffer, aligned.byteOffset, aligned.byteLength);
	const header = readHeader(aligned, view);
	const sections = readDirectory(aligned, view, header.sectionCount);
	verifySections(aligned, sections);
	const byName = new Map<string, Section>();
	for (const section of sections) {
		if (byName.has(section.name)) throw new TargetingFileError("corrupt", `section ${section.name} occurs twice`);
		byName.set(section.name, section);
	}
	return new Container(header.kind, header.minor, aligned, byName);
}

function readHeader(bytes: Uint8Array, view: DataView): { kind: TargetingKind; minor: number; sectionCount: number } {
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
	if (declaredLength > BigInt(bytes.length)) {
		throw new TargetingFileError("truncated", `the file ends after ${bytes.length} of ${declaredLength} bytes`);
	}
	if (declaredLength < BigInt(bytes.length)) {
		throw new TargetingFileError("corrupt", `the file has ${bytes.length} bytes but says ${declaredLength}`);
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
	requireZeros(bytes, HEADER_CRC_OFFSET + 4, HEADER_BYTES);
	const kindCode = view.getUint32(16, true);
	const kind = (Object.keys(KIND_CODES) as TargetingKind[]).find((name) => KIND_CODES[name] === kindCode);
	if (!kind) throw new TargetingFileError("unsupported_version", `the file is of an unknown kind, ${kindCode}`);
	return { kind, minor, sectionCount };
}

function readDirectory(bytes: Uint8Array, view: DataView, sectionCount: number): Section[] {
	const sections: Section[] = [];
	let end = HEADER_BYTES + sectionCount * DIRECTORY_ENTRY_BYTES;
	for (let i = 0; i < sectionCount; i++) {
		const entry = HEADER_BYTES + i * DIRECTORY_ENTRY_BYTES;
		const name = String.fromCharCode(...bytes.subarray(entry, entry + 4));
		const offset = Number(view.getBigUint64(entry + 8, true));
		const length = Number(view.getBigUint64(entry + 16, true));
		// Sections follow one another without room between them, so they can neither overlap nor hide anything.
		if (offset !== alignUp(end)) throw new TargetingFileError("corrupt", `section ${name} is not where it should be`);
		end = offset + length;
		if (end > bytes.length) throw new TargetingFileError("corrupt", `section ${name} reaches past the end of the file`);
		if (view.getUint32(entry + 28, true) !== 0) {
			throw new TargetingFileError("corrupt", `the directory entry of section ${name} is damaged`);
		}
		const typeCode = view.getUint32(entry + 4, true);
		sections.push({ name, typeCode, offset, length, crc: view.getUint32(entry + 24, true) });
	}
	if (bytes.length !== alignUp(end)) {
		throw new TargetingFileError("corrupt", `the file does not end after its last section, at ${alignUp(end)} bytes`);
	}
	return sections;
}

function verifySections(bytes: Uint8Array, sections: Section[]): void {
	let end = HEADER_BYTES + sections.length * DIRECTORY_ENTRY_BYTES;
	for (const section of sections) {
		requireZeros(bytes, end, section.offset);
		end = section.offset + section.length;
		if (crc32(bytes.subarray(section.offset, end)) !== section.crc) {
			throw new TargetingFileError("corrupt", `the checksum of section ${section.name} is wrong`);
		}
	}
	requireZeros(bytes, end, bytes.length);
}

function requireZeros(bytes: Uint8Array, from: number, to: number): void {
	if (to - from > ALIGNMENT) throw new TargetingFileError("corrupt", `there is a gap in the file at ${from}`);
	for (let i = from; i < to; i++) {
		if (bytes[i] !== 0) throw new TargetingFileError("corrupt", `the padding at ${i} is not zero`);
	}
}
