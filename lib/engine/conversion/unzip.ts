import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline, type Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { InvalidArgumentError, isDomainError, TooLargeError } from "@/lib/rules/errors";

/** A file within a zip archive. */
export interface ZipMember {
	/** as the archive has it, with its folders */
	readonly name: string;
	/** Whether an archiver added it beside the real files, as those of macOS do. */
	readonly isAdded: boolean;
	/**
	 * Unpacks it piece by piece.
	 * @throws InvalidArgumentError; TooLargeError once all members exceed the limit
	 */
	read(): AsyncGenerator<Uint8Array, undefined>;
}

/** Where a member lies in the archive. */
interface Entry {
	readonly isEncrypted: boolean;
	readonly method: number;
	readonly packed: number;
	readonly header: number;
}

/** The bytes to which all members of an archive may unpack. */
interface Budget {
	readonly archiveBytes: number;
	readonly maxBytes: number;
	left: number;
}

const END_OF_DIRECTORY = 0x06054b50;
const END_BYTES = 22;
const DIRECTORY_ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const FILE_HEADER = 0x04034b50;
const HEADER_BYTES = 30;
const LONGEST_COMMENT = 65_535;
const MOST_MEMBERS = 10_000;
const LARGEST_DIRECTORY = 16 * 1_024 ** 2;
const STORED = 0;
const DEFLATED = 8;
const CHUNK_BYTES = 256 * 1_024;
/** Real files are packed to a tenth; a table of blanks rarely to a hundredth. */
export const MOST_TIMES = 200;
/** The bytes to which any archive may unpack, however small it is. */
const ALWAYS_ALLOWED_BYTES = 64 * 1_024 ** 2;
const ADDED = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/;

const damaged = () => new InvalidArgumentError("the file is a zip archive that is damaged or not complete");

/**
 * The members of a zip archive on disk, without folders. Stated sizes do not count. While members
 * are read, their unpacked bytes are counted against `maxBytes` and a multiple of the archive's
 * size.
 * @throws InvalidArgumentError for an archive that is damaged, encrypted or too large to be one
 *   (zip64)
 */
export async function zipMembers(path: string, maxBytes: number): Promise<ZipMember[]> {
	const file = await open(path);
	try {
		const { size } = await file.stat();
		const most = Math.min(maxBytes, Math.max(ALWAYS_ALLOWED_BYTES, size * MOST_TIMES));
		const budget = { archiveBytes: size, maxBytes: most, left: most };
		const { directory, count } = await readDirectory(file, size);
		return membersOf(directory, count, (entry) => unpack(path, entry, budget));
	} finally {
		await file.close();
	}
}

async function readDirectory(file: FileHandle, size: number): Promise<{ directory: Buffer; count: number }> {
	const tailAt = Math.max(0, size - LONGEST_COMMENT - END_BYTES);
	const tail = await readAt(file, tailAt, size - tailAt);
	const end = tail.lastIndexOf(numberBytes(END_OF_DIRECTORY));
	if (end === -1 || end + END_BYTES > tail.length) throw damaged();
	const count = tail.readUInt16LE(end + 10);
	if (count === 0xffff || count > MOST_MEMBERS) {
		throw new InvalidArgumentError(`the zip archive holds more than ${MOST_MEMBERS.toLocaleString("en-US")} files`);
	}
	const start = tail.readUInt32LE(end + 16);
	const length = tailAt + end - start;
	// Readers that go by the size would find another directory than those that go by the offset.
	if (length !== tail.readUInt32LE(end + 12) || length > LARGEST_DIRECTORY) throw damaged();
	return { directory: await readAt(file, start, length), count };
}

function membersOf(directory: Buffer, count: number, read: (entry: Entry) => ReturnType<ZipMember["read"]>) {
	const members: ZipMember[] = [];
	for (let index = 0, at = 0; index < count; index += 1) {
		if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== DIRECTORY_ENTRY) throw damaged();
		const nameLength = directory.readUInt16LE(at + 28);
		const name = directory.toString("utf8", at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength);
		const entry = {
			isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
			method: directory.readUInt16LE(at + 10),
			packed: directory.readUInt32LE(at + 20),
			header: directory.readUInt32LE(at + 42),
		};
		if (!name.endsWith("/")) members.push({ name, isAdded: ADDED.test(name), read: () => read(entry) });
		at += ENTRY_BYTES + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
	}
	return members;
}

function numberBytes(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32LE(value);
	return bytes;
}

/** @throws InvalidArgumentError where the file ends before */
async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
	const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
	if (bytesRead < length) throw damaged();
	return buffer;
}

async function* unpack(path: string, entry: Entry, budget: Budget): AsyncGenerator<Uint8Array, undefined> {
	const { isEncrypted, method, packed } = entry;
	if (isEncrypted) throw new InvalidArgumentError("the zip archive is encrypted: save it without a password");
	if (method !== STORED && method !== DEFLATED) throw damaged();
	const start = await startOf(path, entry);
	if (start + packed > budget.archiveBytes) throw damaged();
	if (packed === 0) return undefined;
	const stored = createReadStream(path, { start, end: start + packed - 1, highWaterMark: CHUNK_BYTES });
	try {
		for await (const chunk of method === STORED ? stored : inflated(stored)) {
			budget.left -= (chunk as Buffer).length;
			if (budget.left < 0) throw tooLarge(budget);
			yield chunk as Buffer;
		}
	} catch (error) {
		throw isDomainError(error) ? error : damaged();
	}
	return undefined;
}

/** Where a member's bytes begin, after its header. */
async function startOf(path: string, { header }: Entry): Promise<number> {
	const file = await open(path);
	try {
		const bytes = await readAt(file, header, HEADER_BYTES);
		if (bytes.readUInt32LE(0) !== FILE_HEADER) throw damaged();
		return header + HEADER_BYTES + bytes.readUInt16LE(26) + bytes.readUInt16LE(28);
	} finally {
		await file.close();
	}
}

/** A failure of either stream is an error of the one that is read. */
const inflated = (stored: Readable) => pipeline(stored, createInflateRaw({ chunkSize: CHUNK_BYTES }), () => undefined);

const tooLarge = ({ archiveBytes, maxBytes }: Budget) =>
	new TooLargeError(
		`the zip archive of ${archiveBytes.toLocaleString("en-US")} bytes unpacks to more than ${maxBytes.toLocaleString("en-US")} bytes`,
	);
