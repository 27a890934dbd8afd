import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { allocate } from "@/lib/formats/allocate";
import { TargetingFileError } from "@/lib/formats/errors";

/** Expected properties of a file; absent ones are not checked. */
export interface ExpectedFile {
	/** bytes; checked before memory is allocated */
	expectedSize?: number;
	/** hex, with or without the prefix `sha256:` */
	expectedSha256?: string;
}

/** Reads a range of bytes of an open file. */
export type ReadAgain = (offset: number, length: number) => Promise<Uint8Array>;

const CHUNK_BYTES = 4 * 1024 * 1024;

/**
 * Reads a file into shared memory for one or more threads, and checks its size and digest.
 *
 * @throws {TargetingFileError} naming the problem; file system errors pass through
 */
export async function readTargetingBytes(
	path: string,
	expected: ExpectedFile = {},
): Promise<Uint8Array<SharedArrayBuffer>> {
	return withFile(path, expected, async (handle, size) => {
		const bytes = allocate(size, () => new Uint8Array(new SharedArrayBuffer(size)));
		const hash = createHash("sha256");
		for (let position = 0; position < size; position += CHUNK_BYTES) {
			const piece = bytes.subarray(position, position + CHUNK_BYTES);
			await readChunk(handle, piece, position);
			hash.update(piece);
		}
		requireDigest(hash.digest("hex"), expected);
		return bytes;
	});
}

/**
 * Reads a file from start to end in pieces, each valid until the next, and checks size and digest.
 *
 * @param take receives the pieces; its error is thrown at the end, unless the digest is wrong
 * @param finish called when all pieces are fine; it can read ranges again
 * @throws {TargetingFileError} naming the problem; file system errors pass through
 */
export async function streamTargetingFile<T>(
	path: string,
	expected: ExpectedFile,
	take: (piece: Uint8Array, size: number) => void,
	finish: (read: ReadAgain) => Promise<T>,
): Promise<T> {
	return withFile(path, expected, async (handle, size) => {
		const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, size));
		const hash = createHash("sha256");
		let refusal: { error: unknown } | null = null;
		for (let position = 0; position < size; position += CHUNK_BYTES) {
			const piece = chunk.subarray(0, size - position);
			await readChunk(handle, piece, position);
			hash.update(piece);
			try {
				if (!refusal) take(piece, size);
			} catch (error) {
				refusal = { error };
			}
		}
		requireDigest(hash.digest("hex"), expected);
		if (refusal) throw refusal.error;
		return finish(async (offset, length) => {
			const bytes = Buffer.alloc(length);
			await readChunk(handle, bytes, offset);
			return bytes;
		});
	});
}

async function withFile<T>(
	path: string,
	{ expectedSize }: ExpectedFile,
	use: (handle: FileHandle, size: number) => Promise<T>,
): Promise<T> {
	const handle = await open(path, "r");
	try {
		const { size } = await handle.stat();
		if (expectedSize !== undefined && size !== expectedSize) {
			const problem = size < expectedSize ? "truncated" : "corrupt";
			throw new TargetingFileError(problem, `the file has ${size} bytes, not ${expectedSize}`);
		}
		return await use(handle, size);
	} finally {
		await handle.close();
	}
}

/** Fills `target` with the file's bytes from `position` on. */
async function readChunk(handle: FileHandle, target: Uint8Array, position: number): Promise<void> {
	for (let filled = 0; filled < target.length; ) {
		const { bytesRead } = await handle.read(target, filled, target.length - filled, position + filled);
		if (bytesRead === 0) throw new TargetingFileError("truncated", "the file became shorter while it was read");
		filled += bytesRead;
	}
}

function requireDigest(digest: string, { expectedSha256 }: ExpectedFile): void {
	const expected = expectedSha256?.replace(/^sha256:/, "").toLowerCase();
	if (expected !== undefined && digest !== expected) {
		throw new TargetingFileError("digest_mismatch", `the file's SHA-256 is ${digest}, not ${expected}`);
	}
}
