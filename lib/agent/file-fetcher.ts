import { stat } from "node:fs/promises";
import type { CacheDirectory } from "@/lib/agent/cache-directory";
import type { Deployment } from "@/lib/agent/deployment";
import { downloadFile } from "@/lib/agent/download-file";
import type { ServiceClient } from "@/lib/agent/service-client";
import { TargetingFileError } from "@/lib/formats/errors";
import { loadTargetingFile, type TargetingFile } from "@/lib/formats/open";

const PARALLEL_DOWNLOADS = 2;

/** Brings targeting files into the cache and from there, verified, into memory. */
export class FileFetcher {
	readonly #client: ServiceClient;
	readonly #cache: CacheDirectory;
	readonly #idleTimeoutMs: number;
	readonly #waiting: (() => void)[] = [];
	#downloading = 0;
	/** Bytes downloaded since the start. */
	bytesDownloaded = 0;

	constructor(client: ServiceClient, cache: CacheDirectory, idleTimeoutMs: number) {
		this.#client = client;
		this.#cache = cache;
		this.#idleTimeoutMs = idleTimeoutMs;
	}

	/** Makes sure that all bytes of the file are on this machine, verified or not. Few downloads run at once; the others wait their turn. */
	async fetch(deployment: Deployment, signal: AbortSignal): Promise<void> {
		const { sha256, size } = deployment;
		if (await exists(this.#cache.filePath(sha256))) return;
		await this.#turn();
		try {
			signal.throwIfAborted();
			await downloadFile(this.#client, {
				filePath: deployment.filePath,
				partialPath: this.#cache.partialPath(sha256),
				size,
				signal,
				idleTimeoutMs: this.#idleTimeoutMs,
				onBytes: (count) => {
					this.bytesDownloaded += count;
				},
			});
		} finally {
			this.#downloading--;
			this.#waiting.shift()?.();
		}
	}

	/**
	 * Loads a fetched file: its SHA-256 and the container's own checks, on every load, also of one that was verified before. A file
	 * that fails them is deleted, so that the next attempt downloads it again.
	 */
	async load(deployment: Deployment): Promise<TargetingFile> {
		const { sha256 } = deployment;
		const verifiedBefore = await exists(this.#cache.filePath(sha256));
		const path = verifiedBefore ? this.#cache.filePath(sha256) : this.#cache.partialPath(sha256);
		try {
			const file = await loadTargetingFile(path, { expectedSha256: sha256 });
			if (file.kind !== deployment.type) {
				throw new TargetingFileError(
					"invalid_content",
					`the file is of kind ${file.kind}, the deployment ${deployment.type}`,
				);
			}
			if (!verifiedBefore) await this.#cache.keep(sha256);
			return file;
		} catch (error) {
			if (error instanceof TargetingFileError) await this.#cache.discard(sha256);
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
