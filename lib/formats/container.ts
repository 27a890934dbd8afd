import { readDirectory, readHeader, type Section } from "@/lib/formats/container-header";
import { TargetingFileError } from "@/lib/formats/errors";
import {
	type ContainerKind,
	ELEMENT_TYPES,
	type ElementType,
	FORMAT_MAJOR,
	IS_LITTLE_ENDIAN,
} from "@/lib/formats/layout";
import { SectionVerifier } from "@/lib/formats/section-verifier";

/** An opened container: its kind, and bounds-checked views of its sections over the same memory. */
export class Container {
	readonly kind: ContainerKind;
	readonly major: number;
	readonly minor: number;
	readonly bytes: Uint8Array;
	readonly #sections: Map<string, Section>;

	constructor(kind: ContainerKind, minor: number, bytes: Uint8Array, sections: Map<string, Section>) {
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

	/** The parsed JSON of a section, not validated. */
	json(name: string): unknown {
		const { offset, length } = this.#section(name, "json");
		// TextDecoder rejects shared memory, so copy the section first.
		return parseJsonSection(name, this.bytes.slice(offset, offset + length));
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
 * Parses the bytes of a section as JSON.
 *
 * @throws {TargetingFileError} naming the section
 */
export function parseJsonSection(name: string, bytes: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch (error) {
		throw new TargetingFileError("invalid_content", `section ${name} is not JSON: ${String(error)}`);
	}
}

/**
 * Opens and verifies a container: header, versions, directory, zero padding and checksums
 * (formats.md, "The container of both files"). The views share `bytes`, which is copied only when
 * it is not aligned to 8.
 *
 * @param options.verified true when the sections were verified before: skips checksums and padding
 * @throws {TargetingFileError} naming the problem
 */
export function openContainer(bytes: Uint8Array, options: { verified?: boolean } = {}): Container {
	if (!IS_LITTLE_ENDIAN) {
		throw new TargetingFileError("unsupported_version", "targeting files can be read on little-endian machines only");
	}
	const aligned = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
	const header = readHeader(aligned, aligned.length);
	const sections = readDirectory(aligned, header.sectionCount, aligned.length);
	if (!options.verified) new SectionVerifier(sections).push(aligned);
	const byName = new Map<string, Section>();
	for (const section of sections) {
		if (byName.has(section.name)) throw new TargetingFileError("corrupt", `section ${section.name} occurs twice`);
		byName.set(section.name, section);
	}
	return new Container(header.kind, header.minor, aligned, byName);
}
