import { stat } from "node:fs/promises";
import type { CacheDirectory } from "@/lib/agent/cache-directory";
import type { Deployment, RemoteFile } from "@/lib/agent/deployment";
import { downloadFile } from "@/lib/agent/download-file";
import type { FileJob, LoadedFile, VerifiedFile } from "@/lib/agent/file-job";
import type { FileSource } from "@/lib/agent/file-source";
import { runFileJob } from "@/lib/agent/run-file-job";
import { TargetingFileError } from "@/lib/formats/errors";
import type { ContainerKind } from "@/lib/formats/layout";
import { openVerifiedTargetingFile } from "@/lib/formats/open";
import { type OptOutList, openVerifiedOptOutList, type VerifiedOptOutList } from "@/lib/formats/opt-out-list";

const PARALLEL_DOWNLOADS = 2;

/** Downloads targeting files into the cache and loads them, verified, into memory. */
export class FileFetcher {
	readonly #source: FileSource;
	readonly #cache: CacheDirectory;
	readonly #idleTimeoutMs: number;
	readonly #threadScript: URL;
	readonly #waiting: (() => void)[] = [];
	/** Digests of unverified files with bytes of the file store. */
	readonly #fromStore = new Set<string>();
	#downloading = 0;
	bytesDownloaded = 0;

	/**
	 * @param threadScript the bundle that reads files when started as a thread (see `runFileJob`)
	 */
	constructor(source: FileSource, cache: CacheDirectory, idleTimeoutMs: number, threadScript: URL) {
		this.#source = source;
		this.#cache = cache;
		this.#idleTimeoutMs = idleTimeoutMs;
		this.#threadScript = threadScript;
	}

	/**
	 * Downloads the missing bytes of a file, unverified. Waits while `PARALLEL_DOWNLOADS` others
	 * run.
	 * @param isBusy whether another cache file is in use and must not be removed to free space
	 */
	async fetch(file: RemoteFile, isBusy: (sha256: string) => boolean, signal: AbortSignal): Promise<void> {
		if (await exists(this.#cache.filePath(file.sha256))) return;
		await this.#turn();
		try {
			signal.throwIfAborted();
			await this.#download(file, isBusy, signal);
		} finally {
			this.#downloading--;
			this.#waiting.shift()?.();
		}
	}

	/** Like `fetch`, without waiting for others. */
	async fetchAtOnce(file: RemoteFile, isBusy: (sha256: string) => boolean, signal: AbortSignal): Promise<void> {
		if (!(await exists(this.#cache.filePath(file.sha256)))) await this.#download(file, isBusy, signal);
	}

	#download(file: RemoteFile, isBusy: (sha256: string) => boolean, signal: AbortSignal): Promise<void> {
		const { sha256, size } = file;
		const onBytes = (count: number, isFromStore: boolean) => {
			this.bytesDownloaded += count;
			if (isFromStore) this.#fromStore.add(sha256);
		};
		const idleTimeoutMs = this.#idleTimeoutMs;
		return this.#cache.download(sha256, size, isBusy, (partialPath) =>
			downloadFile(this.#source, { ...file, partialPath, signal, idleTimeoutMs, onBytes }),
		);
	}

	/**
	 * Verifies a downloaded file on a thread without loading it, except for its internal indexes.
	 * Deletes an invalid file, so that the next attempt downloads it again.
	 */
	async check(deployment: Deployment, signal: AbortSignal): Promise<void> {
		const { path } = await this.#locate(deployment);
		await this.#inThread({ ...jobOn(deployment), task: "check", kind: deployment.type, path }, signal);
	}

	/**
	 * Loads a downloaded file: verifies SHA-256 and content on every load, on a thread. Deletes an
	 * invalid file, so that the next attempt downloads it again; keeps it when memory is short or
	 * the thread dies.
	 */
	async load(deployment: Deployment, signal: AbortSignal): Promise<LoadedFile> {
		const verified = await this.#read(deployment, deployment.type, signal);
		return { file: openVerifiedTargetingFile(verified), verified };
	}

	/** Like `load` for a downloaded list of opt-outs. */
	async loadOptOuts(
		file: RemoteFile,
		signal: AbortSignal,
	): Promise<{ list: OptOutList; verified: VerifiedOptOutList }> {
		const verified = await this.#read(file, "opt-outs", signal);
		return { list: openVerifiedOptOutList(verified), verified };
	}

	async #read<Kind extends ContainerKind>(
		file: RemoteFile,
		kind: Kind,
		signal: AbortSignal,
	): Promise<VerifiedFile<Kind>> {
		const { path, kept } = await this.#locate(file);
		const verified = await this.#inThread({ ...jobOn(file), task: "read", kind, path }, signal);
		if (!verified) throw new Error("the file thread returned no file");
		if (!kept) await this.#cache.keep(file.sha256);
		return verified;
	}

	async #locate({ sha256 }: RemoteFile): Promise<{ path: string; kept: boolean }> {
		const kept = await exists(this.#cache.filePath(sha256));
		return { path: kept ? this.#cache.filePath(sha256) : this.#cache.partialPath(sha256), kept };
	}

	async #inThread<Kind extends ContainerKind>(
		job: FileJob<Kind>,
		signal: AbortSignal,
	): Promise<VerifiedFile<Kind> | null> {
		try {
			const outcome = await runFileJob(this.#threadScript, job, signal);
			this.#fromStore.delete(job.sha256);
			return outcome;
		} catch (error) {
			const faulty = error instanceof TargetingFileError && error.problem !== "out_of_memory";
			const fromStore = faulty && this.#fromStore.delete(job.sha256);
			// The store would send the same again.
			if (fromStore && error.problem === "digest_mismatch") this.#source.avoidStore(error);
			if (faulty) await this.#cache.discard(job.sha256);
			throw error;
		}
	}

	async #turn(): Promise<void> {
		while (this.#downloading >= PARALLEL_DOWNLOADS) await new Promise<void>((resolve) => this.#waiting.push(resolve));
		this.#downloading++;
	}
}

const jobOn = ({ size, sha256 }: RemoteFile) => ({ size, sha256 });

async function exists(path: string): Promise<boolean> {
	return stat(path).then(
		() => true,
		() => false,
	);
}
