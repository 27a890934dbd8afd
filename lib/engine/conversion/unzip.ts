import { inflateRawSync } from "node:zlib";
import { InvalidArgumentError, TooLargeError } from "@/lib/rules/errors";

/** A file within a zip archive. */
export interface ZipMember {
	/** as the archive has it, with its folders */
	name: string;
	/** Unpacks it. @throws InvalidArgumentError, TooLargeError once all members exceed the limit */
	read(): Buffer;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const FILE_HEADER = 0x04034b50;
const LONGEST_COMMENT = 65_535;
const MOST_MEMBERS = 10_000;
const STORED = 0;
const DEFLATED = 8;
/** Files beside the real ones that archivers of macOS add. */
const ADDED = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$)/;

const damaged = () => new InvalidArgumentError("the file is a zip archive that is damaged or not complete");

/**
 * The members of a zip archive, without folders. Sizes that the archive states count for nothing:
 * what all members unpack to is counted while they are read.
 * @throws InvalidArgumentError for an archive that is damaged, encrypted or too large to be one
 *   (zip64)
 */
export function zipMembers(bytes: Buffer, maxBytes: number): ZipMember[] {
	const budget = { left: maxBytes, maxBytes };
	const end = bytes.lastIndexOf(numberBytes(END_OF_DIRECTORY));
	if (end === -1 || end < bytes.length - LONGEST_COMMENT - 22 || end + 22 > bytes.length) throw damaged();
	const count = bytes.readUInt16LE(end + 10);
	if (count === 0xffff || count > MOST_MEMBERS) {
		throw new InvalidArgumentError(`the zip archive holds more than ${MOST_MEMBERS.toLocaleString("en-US")} files`);
	}
	const members: ZipMember[] = [];
	for (let index = 0, at = bytes.readUInt32LE(end + 16); index < count; index += 1) {
		if (at + 46 > end || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw damaged();
		const nameLength = bytes.readUInt16LE(at + 28);
		const name = bytes.toString("utf8", at + 46, at + 46 + nameLength);
		const entry = {
			isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
			method: bytes.readUInt16LE(at + 10),
			packed: bytes.readUInt32LE(at + 20),
			header: bytes.readUInt32LE(at + 42),
		};
		if (!name.endsWith("/") && !ADDED.test(name)) members.push({ name, read: () => unpack(bytes, entry, budget) });
		at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
	}
	return members;
}

function numberBytes(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32LE(value);
	return bytes;
}

function unpack(
	bytes: Buffer,
	{ isEncrypted, method, packed, header }: { isEncrypted: boolean; method: number; packed: number; header: number },
	budget: { left: number; maxBytes: number },
): Buffer {
	if (isEncrypted) throw new InvalidArgumentError("the zip archive is encrypted: save it without a password");
	if (header + 30 > bytes.length || bytes.readUInt32LE(header) !== FILE_HEADER) throw damaged();
	const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
	const data = bytes.subarray(start, start + packed);
	if (data.length < packed || (method !== STORED && method !== DEFLATED)) throw damaged();
	const unpacked = method === STORED ? data : inflate(data, budget);
	budget.left -= unpacked.length;
	if (budget.left < 0) throw tooLarge(budget);
	return unpacked;
}

function inflate(data: Buffer, budget: { left: number; maxBytes: number }): Buffer {
	try {
		return inflateRawSync(data, { maxOutputLength: budget.left + 1 });
	} catch (error) {
		throw (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? tooLarge(budget) : damaged();
	}
}

const tooLarge = ({ maxBytes }: { maxBytes: number }) =>
	new TooLargeError(`the zip archive unpacks to more than ${maxBytes.toLocaleString("en-US")} bytes`);
