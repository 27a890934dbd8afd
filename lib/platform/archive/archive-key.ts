import { createHash, hkdfSync, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { z } from "zod";
import { ArchiveError } from "./archive-error";
import { readExactly } from "./read-exactly";

const FORMAT = "targeting-service archive";
/** 128 MiB and half a second for each guess of a passphrase. */
const WORK = { N: 131_072, r: 8, p: 1 };
const KEY_BYTES = 32;
const CHECK_BYTES = 16;
const MOST_HEADER_BYTES = 1_024;

const archiveHeader = z.strictObject({
	format: z.literal(FORMAT),
	version: z.literal(1),
	// Bounded, so that a file cannot make its reader take any amount of memory.
	scrypt: z.strictObject({
		N: z.int().min(2).max(1_048_576),
		r: z.int().min(1).max(8),
		p: z.int().min(1).max(4),
		salt: z.base64(),
	}),
	/** Distinguishes a wrong passphrase from a damaged file. */
	check: z.base64(),
});

/** The keys of an archive, which follow from its passphrase and its header. */
export interface ArchiveKey {
	/** The header's bytes, with the newline at its end. */
	readonly header: Buffer;
	/** The key of one entry: of its place in the archive, and a salt of its own. */
	ofEntry(index: number, salt: Uint8Array): Uint8Array;
}

/**
 * Makes the header and the keys of a new archive.
 * @param work less in tests alone
 */
export async function makeArchiveKey(passphrase: string, work = WORK): Promise<ArchiveKey> {
	const salt = randomBytes(16);
	const master = await stretch(passphrase, salt, work);
	const header = {
		format: FORMAT,
		version: 1,
		scrypt: { ...work, salt: salt.toString("base64") },
		check: checkOf(master).toString("base64"),
	};
	return keyOf(master, Buffer.from(`${JSON.stringify(header)}\n`));
}

/**
 * Reads the header of an archive.
 * @throws ArchiveError for another file, another version and another passphrase
 */
export async function openArchiveKey(file: FileHandle, passphrase: string): Promise<ArchiveKey> {
	const start = await readExactly(file, 0, MOST_HEADER_BYTES, { orLess: true });
	const end = start.indexOf("\n");
	const header = headerOf(start.subarray(0, Math.max(end, 0)).toString());
	const { salt, ...work } = header.scrypt;
	const master = await stretch(passphrase, Buffer.from(salt, "base64"), work);
	const check = Buffer.from(header.check, "base64");
	if (check.length !== CHECK_BYTES || !timingSafeEqual(check, checkOf(master))) {
		throw new ArchiveError("the passphrase is not the one that the archive was made with");
	}
	return keyOf(master, Buffer.from(start.subarray(0, end + 1)));
}

function headerOf(line: string): z.infer<typeof archiveHeader> {
	try {
		const found: unknown = JSON.parse(line);
		const { format, version } = (found ?? {}) as { format?: unknown; version?: unknown };
		if (format === FORMAT && version !== 1) {
			throw new ArchiveError(`the archive has version ${version} of the format, and this service reads version 1`);
		}
		return archiveHeader.parse(found);
	} catch (error) {
		if (error instanceof ArchiveError) throw error;
		throw new ArchiveError("the file is not an archive of this service");
	}
}

function keyOf(master: Uint8Array, header: Buffer): ArchiveKey {
	const digest = createHash("sha256").update(header).digest("hex");
	return {
		header,
		ofEntry: (index, salt) => derive(master, salt, `targeting archive entry ${index} ${digest}`, KEY_BYTES),
	};
}

const checkOf = (master: Uint8Array) => Buffer.from(derive(master, "", "targeting archive check", CHECK_BYTES));

function derive(master: Uint8Array, salt: Uint8Array | string, purpose: string, length: number): Uint8Array {
	return new Uint8Array(hkdfSync("sha256", master, salt, purpose, length));
}

function stretch(passphrase: string, salt: Uint8Array, work: ScryptOptions): Promise<Buffer> {
	const maxmem = 256 * (work.N ?? 0) * (work.r ?? 0);
	return new Promise((resolve, reject) => {
		// The same letters, however the terminal composed them.
		scrypt(passphrase.normalize("NFC"), salt, KEY_BYTES, { ...work, maxmem }, (error, key) =>
			error === null ? resolve(key) : reject(error),
		);
	});
}
