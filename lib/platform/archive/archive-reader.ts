import { createDecipheriv } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { ArchiveError } from "./archive-error";
import type { ArchiveKey } from "./archive-key";
import { CHUNK_BYTES, FLAGS, FRAME_BYTES, nonceOf, SALT_BYTES, TAG_BYTES } from "./archive-writer";
import { readExactly } from "./read-exactly";

/**
 * An entry of an archive: its description, and its bytes, which are checked before they are
 * returned.
 */
export interface ArchiveEntry {
	readonly about: unknown;
	/** Can be read once. Unread bytes are checked as well. */
	readonly body: AsyncIterable<Buffer>;
}

/**
 * Reads an archive from its beginning to its end.
 * @throws ArchiveError where it was cut off or changed
 */
export class ArchiveReader {
	readonly #file: FileHandle;
	readonly #key: ArchiveKey;
	#position: number;
	#entries = 0;

	constructor(file: FileHandle, key: ArchiveKey) {
		this.#file = file;
		this.#key = key;
		this.#position = key.header.length;
	}

	/** The end of the entries that were read as a whole. */
	get end(): { readonly position: number; readonly entries: number } {
		return { position: this.#position, entries: this.#entries };
	}

	async *entries(): AsyncGenerator<ArchiveEntry> {
		for (let flag: number = FLAGS.more; flag !== FLAGS.lastOfArchive; ) {
			const chunks = new Chunks(this.#file, this.#key, this.#position, this.#entries);
			const [about, rest] = aboutOf((await chunks.next()) ?? Buffer.alloc(0));
			yield { about, body: bodyOf(rest, chunks) };
			while ((await chunks.next()) !== null);
			this.#position = chunks.position;
			this.#entries += 1;
			flag = chunks.flag;
		}
		const beyond = await readExactly(this.#file, this.#position, 1, { orLess: true });
		if (beyond.length > 0) throw new ArchiveError("the archive was changed: it has bytes after its end");
	}
}

async function* bodyOf(first: Buffer, chunks: Chunks): AsyncGenerator<Buffer> {
	if (first.length > 0) yield first;
	for (let chunk = await chunks.next(); chunk !== null; chunk = await chunks.next()) yield chunk;
}

function aboutOf(first: Buffer): [unknown, Buffer] {
	const end = first.indexOf("\n");
	if (end === -1) throw new ArchiveError("the archive has an entry without a valid description");
	return [JSON.parse(first.subarray(0, end).toString()), first.subarray(end + 1)];
}

/** The chunks of one entry. */
class Chunks {
	readonly #file: FileHandle;
	readonly #key: ArchiveKey;
	readonly #entry: number;
	#entryKey: Uint8Array | undefined;
	#chunk = 0;
	position: number;
	/** Of the chunk that was read last. */
	flag: number = FLAGS.more;

	constructor(file: FileHandle, key: ArchiveKey, position: number, entry: number) {
		this.#file = file;
		this.#key = key;
		this.position = position;
		this.#entry = entry;
	}

	async next(): Promise<Buffer | null> {
		if (this.flag !== FLAGS.more) return null;
		this.#entryKey ??= this.#key.ofEntry(this.#entry, await this.#read(SALT_BYTES));
		const frame = await this.#read(FRAME_BYTES);
		const [flag, length] = [frame.readUInt8(0), frame.readUInt32BE(1)];
		if (length > CHUNK_BYTES) throw changed();
		const sealed = await this.#read(length + TAG_BYTES);
		const decipher = createDecipheriv("aes-256-gcm", this.#entryKey, nonceOf(this.#chunk++, flag), {
			authTagLength: TAG_BYTES,
		});
		decipher.setAuthTag(sealed.subarray(length));
		try {
			const content = Buffer.concat([decipher.update(sealed.subarray(0, length)), decipher.final()]);
			this.flag = flag;
			return content;
		} catch {
			throw changed();
		}
	}

	async #read(length: number): Promise<Buffer> {
		const bytes = await readExactly(this.#file, this.position, length);
		this.position += length;
		return bytes;
	}
}

const changed = () => new ArchiveError("the archive was changed or is damaged: a part of it does not open");
