import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { atMost, type UploadLimit } from "@/lib/platform/files/receive-file";
import { storageProblem } from "@/lib/platform/files/storage-problem";
import { isDomainError } from "@/lib/rules/errors";
import { answeredPage } from "./answered-page";
import { OutgoingProblem, problemOf } from "./outgoing-problem";
import type { FileValidators, RemoteFile } from "./remote-file";

/** Connections that may break within one file. */
const MOST_PIECES = 5;

/** A file that was fetched. */
export interface Downloaded {
	readonly validators: FileValidators;
	/** SHA-256 of its bytes in hex. */
	readonly digest: string;
}

/**
 * Writes a file elsewhere to a new file, unless it is the known one. After a connection that broke
 * it goes on where it was, if the other end still has the very same file.
 * @returns null for the known file
 * @throws OutgoingProblem in words; TooLargeError above the limit; the reason of `signal` when that
 *   was aborted
 */
export async function downloadFile(
	file: RemoteFile,
	path: string,
	{ known, limit, signal }: { known: FileValidators; limit: UploadLimit; signal: AbortSignal },
): Promise<Downloaded | null> {
	try {
		let answer = await file.ask({ known }, signal);
		if (answer.outcome === "unchanged") {
			if (known.etag === null && known.last_modified === null) throw new OutgoingProblem(FALSE_NOT_MODIFIED);
			return null;
		}
		for (let piece = 1; ; piece += 1) {
			const before = answer.outcome === "rest" ? await sizeOf(path) : 0;
			const { validators, size } = answer;
			const flags = before === 0 ? "w" : "a";
			const body = atMost(answer.body, limit, before);
			const broken = await pipeline(body, createWriteStream(path, { flags, mode: 0o600 }), {
				signal,
			}).then(
				() => null,
				(error: unknown) => error,
			);
			const written = await sizeOf(path);
			if (broken === null && (size === null || written === size)) {
				if (await isMarkup(path)) throw answeredPage("the host", 200);
				return { validators, digest: await digestOf(path) };
			}
			if (signal.aborted || isDomainError(broken) || storageProblem(broken) !== undefined) throw broken;
			if (piece === MOST_PIECES) throw broken ?? new OutgoingProblem("the file ends before its announced size");
			const rest = validators.etag?.startsWith('"') && written > 0;
			answer = await file.ask(rest ? { from: written, of: validators } : { known: NOTHING }, signal);
			if (answer.outcome === "unchanged") throw new OutgoingProblem(FALSE_NOT_MODIFIED);
		}
	} catch (thrown) {
		if (signal.aborted) throw signal.reason;
		if (isDomainError(thrown) || storageProblem(thrown) !== undefined) throw thrown;
		throw problemOf(thrown);
	}
}

const FALSE_NOT_MODIFIED = "the host took a new file for a known one";
const NOTHING: FileValidators = { etag: null, last_modified: null };

/** Zero where a connection broke before the file was made. */
const sizeOf = (path: string): Promise<number> =>
	stat(path).then(
		({ size }) => size,
		(error: NodeJS.ErrnoException) => (error.code === "ENOENT" ? 0 : Promise.reject(error)),
	);

/** Pages begin with a tag, whatever type they say they have; no file of data does. */
const isMarkup = async (path: string) => /^\s*</.test(await text(createReadStream(path, { end: 99 })));

async function digestOf(path: string): Promise<string> {
	const hash = createHash("sha256");
	await pipeline(createReadStream(path), hash);
	return hash.digest("hex");
}
