import { type FileHandle, open, rm, stat } from "node:fs/promises";
import { describeError } from "@/lib/agent/logger";
import type { ServiceClient } from "@/lib/agent/service-client";

/** One file to bring to this machine. */
export interface Download {
	filePath: string;
	/** Where the bytes go; what is there already is continued. */
	partialPath: string;
	/** Bytes of the whole file. */
	size: number;
	signal: AbortSignal;
	/** Give up when nothing arrives for so long. */
	idleTimeoutMs: number;
	onBytes: (count: number) => void;
}

/**
 * Downloads until `partialPath` holds `size` bytes, continuing after what an earlier attempt left and after cut connections for as long
 * as each attempt brings some bytes. Whether they are the right bytes is for the caller to verify. Throws when an attempt brings
 * nothing, when the service refuses, or when the file has another size; what arrived is kept for the next attempt.
 */
export async function downloadFile(client: ServiceClient, download: Download): Promise<void> {
	for (;;) {
		const have = await sizeOf(download.partialPath);
		if (have === download.size) return;
		if (have > download.size) {
			await rm(download.partialPath, { force: true });
			continue;
		}
		const received = await fetchRest(client, download, have);
		if (received.complete) return;
		if (!received.advanced) throw received.error;
		download.signal.throwIfAborted();
	}
}

/** `advanced`: the file is longer than before, so trying again at once will end. */
type Received = { complete: true } | { complete: false; advanced: boolean; error: Error };

async function fetchRest(client: ServiceClient, download: Download, have: number): Promise<Received> {
	const idle = new AbortController();
	const idleTimer = setTimeout(() => idle.abort(), download.idleTimeoutMs);
	const signal = AbortSignal.any([download.signal, idle.signal]);
	let position = have;
	try {
		const response = await client.openFile(download.filePath, have, signal);
		if (response.status === 416 || !response.body) {
			await response.body?.cancel();
			await rm(download.partialPath, { force: true });
			throw new Error(`the service has no bytes of this file from ${have} on`);
		}
		position = startOf(response, have);
		const file = await open(download.partialPath, position === 0 ? "w" : "r+");
		try {
			for await (const chunk of response.body) {
				idleTimer.refresh();
				if (position + chunk.length > download.size) {
					await file.truncate(0);
					throw new Error(`the service sent more than the ${download.size} bytes that it announced`);
				}
				await writeAll(file, chunk, position);
				position += chunk.length;
				download.onBytes(chunk.length);
			}
		} finally {
			await file.close();
		}
		if (position === download.size) return { complete: true };
		const error = new Error(`the connection ended after ${position} of ${download.size} bytes`);
		return { complete: false, advanced: position > have, error };
	} catch (error) {
		download.signal.throwIfAborted();
		if (idle.signal.aborted) {
			const message = `no bytes arrived for ${Math.round(download.idleTimeoutMs / 1000)} s, after ${position} of ${download.size}`;
			return { complete: false, advanced: false, error: new Error(message) };
		}
		// Undici says of a connection cut in the middle only "terminated"; the bytes before it count.
		if (error instanceof TypeError && position > have)
			return { complete: false, advanced: true, error: new Error(describeError(error)) };
		throw error;
	} finally {
		clearTimeout(idleTimer);
		idle.abort();
	}
}

/** A disk that is nearly full takes a part without a word; asked for the rest, it says that it is full. */
async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
	for (let done = 0; done < bytes.length; ) {
		done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
	}
}

/** First byte of the answer within the file: a service that ignores the range sends all of it again. */
function startOf(response: Response, asked: number): number {
	if (response.status === 200) return 0;
	const start = /^bytes (\d+)-/.exec(response.headers.get("content-range") ?? "")?.[1];
	if (Number(start) !== asked) throw new Error("the service answered with another range than the one asked for");
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
