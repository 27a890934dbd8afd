import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { lockCacheDirectory } from "@/lib/agent/cache-lock";
import { makeRoom, removePartials } from "@/lib/agent/cache-room";

/** The system does not let the agent use its cache directory; the message names the directory, what sets it and the reason. */
export class CacheUnusableError extends Error {
	override name = "CacheUnusableError";

	constructor(directory: string, reason: string) {
		super(`the cache directory ${resolve(directory)} (--cache or AGENT_CACHE) cannot be used: ${reason}`);
	}
}

/** The last list of deployments that the service gave, kept for a start while it is away. */
export interface RememberedState {
	etag: string | null;
	/** The body as the service sent it. */
	body: unknown;
}

/** The agent's own directory: downloaded files by digest, its identity and what it was told last. */
export interface CacheDirectory {
	/** Identifies this installation to the service across restarts. */
	readonly instanceId: string;
	/**
	 * Why nothing could be written when it was opened, in a sentence, where it was opened all the same for what it holds; null otherwise.
	 * Whatever writes tries again.
	 */
	readonly problem: string | null;
	/** Path of a verified targeting file. */
	filePath(sha256: string): string;
	/** Path of a file whose download is not complete, or not verified yet. */
	partialPath(sha256: string): string;
	/**
	 * Has a file of this size downloaded to its partial path. Where there is no room, what is there of others gives way, unless somebody
	 * is busy with it. Throws CacheUnusableError where the file does not fit all the same, or cannot be written, and whatever the download throws.
	 */
	download(
		sha256: string,
		size: number,
		isBusy: (sha256: string) => boolean,
		download: (partialPath: string) => Promise<void>,
	): Promise<void>;
	/** Makes a verified partial file the file of its digest. */
	keep(sha256: string): Promise<void>;
	/** Deletes whatever there is of a digest. */
	discard(sha256: string): Promise<void>;
	/** Deletes the files of every digest that is not wanted at the moment of its deletion. */
	discardUnless(isWanted: (sha256: string) => boolean): Promise<void>;
	remember(state: RememberedState): Promise<void>;
	/** What was remembered for this server and key; null when nothing was, or for another. */
	recall(): Promise<RememberedState | null>;
	/** Lets another agent use the directory. */
	close(): Promise<void>;
}

const NO_ROOM: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"]);
/** Or of a disk that was mounted anew without leave to write, as a broken one is: what it holds can still be read. */
const ONLY_READS: ReadonlySet<unknown> = new Set([...NO_ROOM, "EROFS"]);
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/**
 * Opens, and creates when needed, the cache directory. One that holds what to answer from, and on which nothing can be written now, is
 * opened all the same; others may use it, too, until something can be written. Throws CacheInUseError when another agent has it, and CacheUnusableError
 * when the system refuses it.
 */
export async function openCacheDirectory(directory: string, server: string, key: string): Promise<CacheDirectory> {
	try {
		return await open(directory, server, key);
	} catch (cause) {
		throw asUnusable(directory, cause);
	}
}

function asUnusable(directory: string, cause: unknown): unknown {
	return cause instanceof Error && "syscall" in cause ? new CacheUnusableError(directory, cause.message) : cause;
}

async function open(directory: string, server: string, key: string): Promise<CacheDirectory> {
	const files = join(directory, "files");
	await makeDirectory(resolve(files));
	const statePath = join(directory, "desired.json");
	// What one target was to load must not be answered for another. A hash, because the key itself is not written anywhere.
	const audience = createHash("sha256").update(`${server}\n${key}`).digest("hex");
	const filePath = (sha256: string) => join(files, `${sha256}.tgt`);
	const partialPath = (sha256: string) => join(files, `${sha256}.partial`);
	const recall = () => readState(statePath, audience);

	let locked: Promise<() => Promise<void>> | null = null;
	const lock = async () => {
		locked ??= lockWithRoom(directory, files);
		const asked = locked;
		await asked.catch((error: unknown) => {
			if (locked === asked) locked = null;
			throw error;
		});
	};
	const problem = await lock().then(
		() => null,
		async (error: Error) => {
			if (!ONLY_READS.has(codeOf(error)) || (await recall()) === null) throw error;
			return new CacheUnusableError(directory, error.message).message;
		},
	);
	/** Nothing is written into a directory that another agent may have. */
	const write = async <T>(task: () => Promise<T>): Promise<T> => {
		try {
			await lock();
			return await task();
		} catch (error) {
			throw asUnusable(directory, error);
		}
	};
	return {
		instanceId: await instanceIdOf(directory, problem === null),
		problem,
		filePath,
		partialPath,
		download: (sha256, size, isBusy, download) =>
			write(async () => {
				const lacking = await makeRoom(files, partialPath(sha256), size, isBusy);
				if (lacking !== null) throw new CacheUnusableError(directory, lacking);
				await download(partialPath(sha256));
			}),
		keep: (sha256) => write(() => rename(partialPath(sha256), filePath(sha256))),
		discard: (sha256) =>
			write(async () => {
				await rm(filePath(sha256), { force: true });
				await rm(partialPath(sha256), { force: true });
			}),
		discardUnless: (isWanted) =>
			write(async () => {
				for (const name of await readdir(files)) {
					if (!isWanted(name.replace(/\.(tgt|partial)$/, ""))) await rm(join(files, name), { force: true });
				}
			}),
		remember: (state) => write(() => writeAtomically(statePath, JSON.stringify({ audience, ...state }))),
		recall,
		// One that cannot be removed now will be found to be nobody's.
		close: async () => locked?.then((unlock) => unlock()).catch(() => undefined),
	};
}

/** What an agent that died has left of its downloads may be why there is no room even for the lock. */
async function lockWithRoom(directory: string, files: string): Promise<() => Promise<void>> {
	try {
		return await lockCacheDirectory(directory);
	} catch (error) {
		// Whoever locks looks first whether another has it.
		if (!NO_ROOM.has(codeOf(error)) || (await removePartials(files)) === 0) throw error;
		return lockCacheDirectory(directory);
	}
}

async function readState(path: string, audience: string): Promise<RememberedState | null> {
	const text = await readFile(path, "utf8").catch(() => null);
	if (text === null) return null;
	try {
		const stored = JSON.parse(text) as Record<string, unknown>;
		if (stored.audience !== audience) return null;
		return { etag: typeof stored.etag === "string" ? stored.etag : null, body: stored.body };
	} catch {
		return null;
	}
}

/** Makes a directory that this user alone can read, with those above it that are missing. */
async function makeDirectory(path: string): Promise<void> {
	const make = () =>
		mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
			if (codeOf(error) !== "EEXIST") throw error;
		});
	try {
		await make();
	} catch (error) {
		if (codeOf(error) !== "ENOENT" || dirname(path) === path) throw error;
		// One by one: `recursive` never ends where a directory that is there takes no others, as those of /proc.
		await makeDirectory(dirname(path));
		await make();
	}
}

async function instanceIdOf(directory: string, isWritable: boolean): Promise<string> {
	const path = join(directory, "instance-id");
	const known = (await readFile(path, "utf8").catch(() => "")).trim();
	if (/^[0-9a-f-]{36}$/.test(known)) return known;
	const instanceId = randomUUID();
	if (isWritable) await writeAtomically(path, `${instanceId}\n`);
	return instanceId;
}

async function writeAtomically(path: string, text: string): Promise<void> {
	try {
		await writeFile(`${path}.new`, text, { mode: 0o600 });
		await rename(`${path}.new`, path);
	} catch (error) {
		await rm(`${path}.new`, { force: true }).catch(() => undefined);
		throw error;
	}
}
