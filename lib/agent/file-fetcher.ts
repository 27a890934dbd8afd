import { stat } from "node:fs/promises";
import type { CacheDirectory } from "@/lib/agent/cache-directory";
import type { Deployment } from "@/lib/agent/deployment";
import { downloadFile } from "@/lib/agent/download-file";
import type { FileJob } from "@/lib/agent/file-job";
import { runFileJob } from "@/lib/agent/run-file-job";
import type { ServiceClient } from "@/lib/agent/service-client";
import { TargetingFileError } from "@/lib/formats/errors";
import { openVerifiedTargetingFile, type TargetingFile, type VerifiedTargetingFile } from "@/lib/formats/open";

const PARALLEL_DOWNLOADS = 2;

/** Downloads targeting files into the cache and loads them, verified, into memory. */
export class FileFetcher {
	readonly #client: ServiceClient;
	readonly #cache: CacheDirectory;
	readonly #idleTimeoutMs: number;
	readonly #threadScript: URL;
	readonly #waiting: (() => void)[] = [];
	#downloading = 0;
	bytesDownloaded = 0;

	/**
	 * @param threadScript the bundle that reads files when started as a thread (see `runFileJob`)
	 */
	constructor(client: ServiceClient, cache: CacheDirectory, idleTimeoutMs: number, threadScript: URL) {
		this.#client = client;
		this.#cache = cache;
		this.#idleTimeoutMs = idleTimeoutMs;
		this.#threadScript = threadScript;
	}

	/**
	 * Downloads the missing bytes of a file, unverified. Waits while `PARALLEL_DOWNLOADS` others
	 * run.
	 * @param isBusy whether another cache file is in use and must not be removed to free space
	 */
	async fetch(deployment: Deployment, isBusy: (sha256: string) => boolean, signal: AbortSignal): Promise<void> {
		const { sha256, size } = deployment;
		if (await exists(this.#cache.filePath(sha256))) return;
		await this.#turn();
		try {
			signal.throwIfAborted();
			await this.#cache.download(sha256, size, isBusy, (partialPath) =>
				downloadFile(this.#client, {
					filePath: deployment.filePath,
					partialPath,
					size,
					signal,
					idleTimeoutMs: this.#idleTimeoutMs,
					onBytes: (count) => {
						this.bytesDownloaded += count;
					},
				}),
			);
		} finally {
			this.#downloading--;
			this.#waiting.shift()?.();
		}
	}

	/**
	 * Verifies a downloaded file on a thread without loading it, except for its internal indexes.
	 * Deletes an invalid file, so that the next attempt downloads it again.
	 */
	async check(deployment: Deployment, signal: AbortSignal): Promise<void> {
		const { path } = await this.#locate(deployment);
		await this.#inThread("check", path, deployment, signal);
	}

	/**
	 * Loads a downloaded file: verifies SHA-256 and content on every load, on a thread. Deletes an
	 * invalid file, so that the next attempt downloads it again; keeps it when memory is short or
	 * the thread dies.
	 */
	async load(deployment: Deployment, signal: AbortSignal): Promise<TargetingFile> {
		const { path, kept } = await this.#locate(deployment);
		const verified = await this.#inThread("read", path, deployment, signal);
		if (!verified) throw new Error("the file thread returned no file");
		if (!kept) await this.#cache.keep(deployment.sha256);
		return openVerifiedTargetingFile(verified);
	}

	async #locate({ sha256 }: Deployment): Promise<{ path: string; kept: boolean }> {
		const kept = await exists(this.#cache.filePath(sha256));
		return { path: kept ? this.#cache.filePath(sha256) : this.#cache.partialPath(sha256), kept };
	}

	async #inThread(
		task: FileJob["task"],
		path: string,
		{ type, size, sha256 }: Deployment,
		signal: AbortSignal,
	): Promise<VerifiedTargetingFile | null> {
		try {
			return await runFileJob(this.#threadScript, { task, path, kind: type, size, sha256 }, signal);
		} catch (error) {
			const faulty = error instanceof TargetingFileError && error.problem !== "out_of_memory";
			if (faulty) await this.#cache.discard(sha256);
			throw error;
		}
	}

	async #turn(): Promise<void> {
		while (this.#downloading >= PARALLEL_DOWNLOADS) await new Promise<void>((resolve) => this.#waiting.push(resolve));
		this.#downloading++;
	}
}

async function exists(path: string): Promise<boolean> {
	return stat(path).then(
		() => true,
		() => false,
	);
}
