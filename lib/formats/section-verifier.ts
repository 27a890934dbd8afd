import { crc32 } from "node:zlib";
import { requireZeros, type Section } from "@/lib/formats/container-header";
import { TargetingFileError } from "@/lib/formats/errors";
import { DIRECTORY_ENTRY_BYTES, HEADER_BYTES } from "@/lib/formats/layout";

/**
 * Checks every byte behind the directory as the file goes by, in pieces of any size or at once: the checksums of the sections, and that the
 * padding between them is zero.
 */
export class SectionVerifier {
	readonly #sections: readonly Section[];
	/** Section whose end is still to come, and the checksum of what has passed of it. */
	#current = 0;
	#crc = 0;
	/** Where the next piece stands in the file, and where the first byte stands that has to be looked at. */
	#position = 0;
	readonly #start: number;

	/** @param sections as `readDirectory` gives them: in order, with less than 64 bytes between them and after the last */
	constructor(sections: readonly Section[]) {
		this.#sections = sections;
		this.#start = HEADER_BYTES + sections.length * DIRECTORY_ENTRY_BYTES;
	}

	/**
	 * Takes the next bytes of the file, the first time from its start.
	 *
	 * @throws {TargetingFileError} naming what is wrong
	 */
	push(bytes: Uint8Array): void {
		const end = this.#position + bytes.length;
		const piece = (from: number, to: number) =>
			bytes.subarray(from - this.#position, Math.min(to, end) - this.#position);
		let at = Math.max(this.#position, this.#start);
		for (;;) {
			const section = this.#sections[this.#current];
			if (section && at === section.offset + section.length) {
				this.#close(section);
				continue;
			}
			if (at >= end) break;
			const inside = section !== undefined && at >= section.offset;
			const next = piece(at, section ? section.offset + (inside ? section.length : 0) : end);
			if (inside) this.#crc = crc32(next, this.#crc);
			else requireZeros(next, at);
			at += next.length;
		}
		this.#position = end;
	}

	#close(section: Section): void {
		if (this.#crc !== section.crc) {
			throw new TargetingFileError("corrupt", `the checksum of section ${section.name} is wrong`);
		}
		this.#current++;
		this.#crc = 0;
	}
}
