import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, copyFile, link, open, opendir, readFile, rename, rm, stat, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import {
	FileMissingError,
	type FileRange,
	type FileStore,
	fileKeySegments,
	isFileKeySegment,
	type ListedFile,
	type StoredFile,
} from "./file-store";
import { STORE_AWAY, STORE_ONLY_READS, StorageError } from "./storage-problem";
import { makePrivateDirectory, sweepDirectory } from "./work-directory";

/** Reserved names: keys never begin with a dot. */
const IDENTITY = ".identity";
const WORK = ".work";

/**
 * A file store in a local directory, or on a volume that several machines share. `put` flushes a
 * file, renames it to its key, and flushes the directory.
 */
export class LocalFileStore implements FileStore {
	readonly #directory: string;
	#identity: Promise<string> | undefined;

	/** @param directory absolute path; created on first use, readable by this user only */
	constructor(directory: string) {
		this.#directory = directory;
	}

	directory(): string {
		return this.#directory;
	}

	identity(): Promise<string> {
		this.#identity ??= this.#readIdentity().catch((error: unknown) => {
			this.#identity = undefined;
			throw error;
		});
		return this.#identity;
	}

	/** A file system call cannot be interrupted, so there is no signal. */
	async ask(): Promise<void> {
		await this.#refuseAnotherDisk();
		await access(this.#directory, constants.W_OK).catch((error: Error) => {
			throw new StorageError(STORE_ONLY_READS, error.message);
		});
	}

	async put(key: string, localPath: string): Promise<StoredFile> {
		const path = this.#path(key);
		await this.#refuseAnotherDisk();
		await makePrivateDirectory(dirname(path));
		const staged = join(await this.workDirectory(), `put-${randomUUID()}`);
		try {
			await moveFile(localPath, staged);
			const size = await flush(staged);
			await rename(staged, path);
			await flushDirectories(dirname(path), this.#directory);
			return { size };
		} catch (error) {
			await rm(staged, { force: true });
			throw error;
		}
	}

	async createReadStream(key: string, range: FileRange = {}): Promise<Readable> {
		const handle = await open(this.#path(key), "r").catch(async (error: unknown) => {
			throw isMissing(error) ? await this.#missing(key) : error;
		});
		return handle.createReadStream({ ...range, highWaterMark: 256 * 1024 });
	}

	async signedUrl(key: string): Promise<undefined> {
		this.#path(key);
	}

	async stat(key: string): Promise<StoredFile | undefined> {
		try {
			const found = await stat(this.#path(key));
			return found.isFile() ? { size: found.size } : undefined;
		} catch (error) {
			if (isMissing(error)) return undefined;
			throw error;
		}
	}

	async *list(within: string, pageSize = 1_000): AsyncGenerator<readonly ListedFile[]> {
		let page: ListedFile[] = [];
		for await (const key of keysBelow(this.#path(within), within)) {
			const found = await stat(this.#path(key)).catch(ifMissing);
			if (found === undefined) continue;
			page.push({ key, modifiedAt: found.mtime });
			if (page.length < pageSize) continue;
			yield page;
			page = [];
		}
		if (page.length > 0) yield page;
	}

	async remove(key: string): Promise<void> {
		await rm(this.#path(key), { force: true });
	}

	async localPath(key: string): Promise<string> {
		if ((await this.stat(key)) === undefined) throw await this.#missing(key);
		return this.#path(key);
	}

	async workDirectory(): Promise<string> {
		await this.#refuseAnotherDisk();
		return this.#makeWorkDirectory();
	}

	async sweepWorkDirectory(olderThanMs: number): Promise<number> {
		return sweepDirectory(await this.workDirectory(), olderThanMs);
	}

	#makeWorkDirectory(): Promise<string> {
		return makePrivateDirectory(join(this.#directory, WORK));
	}

	/** The error for a missing file: lost, or the store is not mounted. */
	async #missing(key: string): Promise<Error> {
		await this.#refuseAnotherDisk();
		return new FileMissingError(key);
	}

	/**
	 * Files stored while the store's disk is not mounted would be hidden by the mount, and work
	 * files would fill the disk below.
	 */
	async #refuseAnotherDisk(): Promise<void> {
		if (this.#identity === undefined) return;
		const known = await this.#identity;
		const found = await readFile(join(this.#directory, IDENTITY), "utf8").catch(ifMissing);
		if (found?.trim() === known) return;
		throw new StorageError(
			STORE_AWAY,
			`${this.#directory} is not the file store that was opened: check that its disk is mounted`,
		);
	}

	#path(key: string): string {
		return join(this.#directory, ...fileKeySegments(key));
	}

	/** The first of several processes creates it: link() fails when the file exists. */
	async #readIdentity(): Promise<string> {
		await makePrivateDirectory(this.#directory);
		const path = join(this.#directory, IDENTITY);
		const staged = join(await this.#makeWorkDirectory(), `identity-${randomUUID()}`);
		await writeFile(staged, `${randomUUID()}\n`, { mode: 0o600, flush: true });
		try {
			await link(staged, path);
			await flushDirectories(this.#directory, this.#directory);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		} finally {
			await unlink(staged);
		}
		return (await readFile(path, "utf8")).trim();
	}
}

/** The keys of the files below a directory, which may be absent. */
async function* keysBelow(directory: string, key: string): AsyncGenerator<string> {
	for await (const entry of (await opendir(directory).catch(ifMissing)) ?? []) {
		if (!isFileKeySegment(entry.name)) continue;
		const below = `${key}/${entry.name}`;
		if (entry.isDirectory()) yield* keysBelow(join(directory, entry.name), below);
		else if (entry.isFile()) yield below;
	}
}

function ifMissing(error: unknown): undefined {
	if (!isMissing(error)) throw error;
}

const isMissing = (error: unknown) => ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");

/** Renames, or copies from another volume. */
async function moveFile(from: string, to: string): Promise<void> {
	try {
		await rename(from, to);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
		await copyFile(from, to, constants.COPYFILE_EXCL);
		await unlink(from);
	}
}

/** Flushes a file's content; returns its size. */
async function flush(path: string): Promise<number> {
	const handle = await open(path, "r+");
	try {
		await handle.sync();
		return (await handle.stat()).size;
	} finally {
		await handle.close();
	}
}

/** Flushes the entries of a directory and of its parents up to `top`, which may be new too. */
async function flushDirectories(directory: string, top: string): Promise<void> {
	for (let current = directory; ; current = dirname(current)) {
		const handle = await open(current, "r");
		try {
			await handle.sync();
		} finally {
			await handle.close();
		}
		if (current === top || current === dirname(current)) return;
	}
}
