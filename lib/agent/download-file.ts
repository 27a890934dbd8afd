import { type FileHandle, open, rm, stat } from "node:fs/promises";
import type { RemoteFile } from "@/lib/agent/deployment";
import type { FileSource } from "@/lib/agent/file-source";
import { describeError } from "@/lib/agent/logger";
import type { IncomingResponse } from "@/lib/agent/outbound/http-client";

export interface Download extends RemoteFile {
	/** Destination; an existing part is resumed. */
	partialPath: string;
	signal: AbortSignal;
	/** Fail when nothing arrives for this long. */
	idleTimeoutMs: number;
	onBytes: (count: number, isFromStore: boolean) => void;
}

/**
 * Downloads until `partialPath` holds `size` bytes, resuming earlier attempts and broken
 * connections as long as every attempt makes progress. Does not verify the content. Keeps received
 * bytes for the next attempt. The service sends what its file store does not.
 * @throws when an attempt makes no progress, the service refuses, or the file has another size
 */
export async function downloadFile(source: FileSource, download: Download): Promise<void> {
	for (;;) {
		const have = await sizeOf(download.partialPath);
		if (have === download.size) return;
		if (have > download.size) {
			await rm(download.partialPath, { force: true });
			continue;
		}
		const received = await fetchRest(source, download, have);
		if (received.complete) return;
		if (!received.advanced) throw received.error;
		download.signal.throwIfAborted();
	}
}

/** `advanced`: the file has grown, or its store is avoided: retrying at once terminates. */
type Received = { complete: true } | { complete: false; advanced: boolean; error: Error };

async function fetchRest(source: FileSource, download: Download, have: number): Promise<Received> {
	const idle = new AbortController();
	const idleTimer = setTimeout(() => idle.abort(), download.idleTimeoutMs);
	const signal = AbortSignal.any([download.signal, idle.signal]);
	let position = have;
	let fromStore = false;
	let diskError: unknown;
	const onDisk = <T>(work: Promise<T>): Promise<T> =>
		work.catch((error: unknown) => {
			diskError = error;
			throw error;
		});
	const broken = (error: Error, advanced: boolean): Received => {
		// The service sends the rest.
		if (fromStore && !advanced) source.avoidStore(error);
		return { complete: false, advanced: advanced || fromStore, error };
	};
	try {
		const { response, isFromStore } = await source.open(download, have, signal);
		fromStore = isFromStore;
		if (response.statusCode === 416) {
			response.resume();
			await rm(download.partialPath, { force: true });
			throw new Error(`the service has no bytes of this file from ${have} on`);
		}
		position = startOf(response, have);
		const file = await onDisk(open(download.partialPath, position === 0 ? "w" : "r+"));
		try {
			for await (const chunk of response as AsyncIterable<Buffer>) {
				idleTimer.refresh();
				if (position + chunk.length > download.size) {
					await onDisk(file.truncate(0));
					throw new Error(`more than the ${download.size} bytes of the file arrived`);
				}
				await onDisk(writeAll(file, chunk, position));
				position += chunk.length;
				download.onBytes(chunk.length, fromStore);
			}
		} finally {
			await onDisk(file.close());
		}
		if (position === download.size) return { complete: true };
		const error = new Error(`the connection ended after ${position} of ${download.size} bytes`);
		return broken(error, position > have);
	} catch (error) {
		download.signal.throwIfAborted();
		if (idle.signal.aborted) {
			const message = `no bytes arrived for ${Math.round(download.idleTimeoutMs / 1000)} s, after ${position} of ${download.size}`;
			return broken(new Error(message), false);
		}
		if (error === diskError) throw error;
		// Bytes before a broken connection count.
		const advanced = isBrokenConnection(error) && position > have;
		if (advanced || fromStore) return broken(new Error(describeError(error)), advanced);
		throw error;
	} finally {
		clearTimeout(idleTimer);
		idle.abort();
	}
}

/** A nearly full disk writes a part without an error; writing the rest then fails. */
async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
	for (let done = 0; done < bytes.length; ) {
		done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
	}
}

function isBrokenConnection(error: unknown): boolean {
	const { code = "" } = error as NodeJS.ErrnoException;
	return ["ECONNRESET", "EPIPE", "ETIMEDOUT", "ERR_STREAM_PREMATURE_CLOSE"].includes(code);
}

/** Offset of the response's first byte: a service that ignores ranges sends the whole file. */
function startOf({ statusCode, headers }: IncomingResponse, asked: number): number {
	if (statusCode === 200) return 0;
	const start = /^bytes (\d+)-/.exec(headers["content-range"] ?? "")?.[1];
	if (Number(start) !== asked) throw new Error("the answer has another range than the requested one");
	return asked;
}

async function sizeOf(path: string): Promise<number> {
	try {
		return (await stat(path)).size;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0;
		throw error;
	}
}
