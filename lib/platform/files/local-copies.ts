import { createHash, randomUUID } from "node:crypto";
import { rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { makePrivateDirectory, sweepDirectory } from "./work-directory";

/** Local copies unused for this long are removed; no build takes longer. */
const COPY_UNUSED_MS = 24 * 3600 * 1000;

/** Local copies of a store's objects in a work directory, one per object version, kept while in use. */
export class LocalCopies {
	readonly #directory: string;
	readonly #underWay = new Map<string, Promise<string>>();

	/** @param directory absolute path, created on first use */
	constructor(directory: string) {
		this.#directory = directory;
	}

	/**
	 * The path of a copy, which is downloaded unless it exists, and marked as used.
	 * @param version of the object: its key and tag
	 * @param size of the object in bytes
	 * @param download writes the object to the path that it is given
	 */
	async pathOf(version: string, size: number, download: (path: string) => Promise<void>): Promise<string> {
		const digest = createHash("sha256").update(version).digest("hex");
		const path = join(await makePrivateDirectory(this.#directory), `copy-${digest}`);
		const copy =
			this.#underWay.get(path) ?? this.#copy(path, size, download).finally(() => this.#underWay.delete(path));
		this.#underWay.set(path, copy);
		return copy;
	}

	async #copy(path: string, size: number, download: (path: string) => Promise<void>): Promise<string> {
		const now = new Date();
		const there = await stat(path).catch(() => undefined);
		if (there?.size === size) {
			await utimes(path, now, now);
			return path;
		}
		await sweepDirectory(this.#directory, COPY_UNUSED_MS);
		const staged = `${path}-${randomUUID()}`;
		try {
			await download(staged);
			await rename(staged, path);
		} finally {
			await rm(staged, { force: true });
		}
		return path;
	}
}
