import { crc32 } from "node:zlib";
import { requireZeros, type Section } from "@/lib/formats/container-header";
import { TargetingFileError } from "@/lib/formats/errors";
import { DIRECTORY_ENTRY_BYTES, HEADER_BYTES } from "@/lib/formats/layout";

/** Verifies section checksums and zero padding of a file that passes in pieces of any size. */
export class SectionVerifier {
	readonly #sections: readonly Section[];
	/** The section that has not ended yet, and the checksum of its bytes so far. */
	#current = 0;
	#crc = 0;
	/** File offset of the next piece, and of the first byte to verify. */
	#position = 0;
	readonly #start: number;

	/** @param sections in order, with less than 64 bytes between them (see `readDirectory`) */
	constructor(sections: readonly Section[]) {
		this.#sections = sections;
		this.#start = HEADER_BYTES + sections.length * DIRECTORY_ENTRY_BYTES;
	}

	/**
	 * Takes the next bytes of the file, beginning at its start.
	 *
	 * @throws {TargetingFileError} naming the problem
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
