import { createCipheriv, randomBytes } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { ArchiveKey } from "./archive-key";

export const SALT_BYTES = 16;
export const TAG_BYTES = 16;
/** Of a chunk's flag and length. */
export const FRAME_BYTES = 5;
export const CHUNK_BYTES = 256 * 1024;

/**
 * Tells whether a chunk is the last one. The flag is part of the nonce, so that no chunk passes for
 * another one.
 */
export const FLAGS = { more: 0, lastOfEntry: 1, lastOfArchive: 2 } as const;
export type Flag = (typeof FLAGS)[keyof typeof FLAGS];

/** The nonce of a chunk: its number within the entry, and its flag. The key is the entry's own. */
export function nonceOf(chunk: number, flag: number): Buffer {
	const nonce = Buffer.alloc(12);
	nonce.writeUInt32BE(chunk, 7);
	nonce.writeUInt8(flag, 11);
	return nonce;
}

/**
 * Writes entries into an archive, each sealed on its own (docs/decisions/0520). An entry is a line
 * of JSON that describes it, and bytes.
 */
export class ArchiveWriter {
	readonly #file: FileHandle;
	readonly #key: ArchiveKey;
	#position: number;
	#entries: number;

	/** @param end where the entries end that the file has already, and how many they are */
	constructor(file: FileHandle, key: ArchiveKey, end: { readonly position: number; readonly entries: number }) {
		this.#file = file;
		this.#key = key;
		this.#position = end.position;
		this.#entries = end.entries;
	}

	/** Where the body fails, the archive is as if nothing had been added. */
	async add(about: object, body: AsyncIterable<Uint8Array>, { isLast = false } = {}): Promise<void> {
		const start = this.#position;
		try {
			await this.#seal(about, body, isLast ? FLAGS.lastOfArchive : FLAGS.lastOfEntry);
		} catch (error) {
			this.#position = start;
			await this.#file.truncate(start);
			throw error;
		}
		this.#entries += 1;
	}

	async #seal(about: object, body: AsyncIterable<Uint8Array>, last: Flag): Promise<void> {
		const salt = randomBytes(SALT_BYTES);
		const key = this.#key.ofEntry(this.#entries, salt);
		await this.#write(salt);
		let chunk = 0;
		const seal = async (content: Uint8Array, flag: Flag) => {
			const cipher = createCipheriv("aes-256-gcm", key, nonceOf(chunk++, flag));
			const frame = Buffer.alloc(FRAME_BYTES);
			frame.writeUInt8(flag, 0);
			frame.writeUInt32BE(content.length, 1);
			await this.#write(Buffer.concat([frame, cipher.update(content), cipher.final(), cipher.getAuthTag()]));
		};
		let waiting = Buffer.from(`${JSON.stringify(about)}\n`);
		for await (const part of body) {
			waiting = Buffer.concat([waiting, part]);
			while (waiting.length > CHUNK_BYTES) {
				await seal(waiting.subarray(0, CHUNK_BYTES), FLAGS.more);
				waiting = waiting.subarray(CHUNK_BYTES);
			}
		}
		await seal(waiting, last);
	}

	async #write(bytes: Uint8Array): Promise<void> {
		let written = 0;
		while (written < bytes.length) {
			const { bytesWritten } = await this.#file.write(bytes, written, bytes.length - written, this.#position);
			written += bytesWritten;
			this.#position += bytesWritten;
		}
	}
}
