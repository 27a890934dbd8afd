import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import { lockCacheDirectory } from "@/lib/agent/cache-lock";
import { makeRoom, removePartials } from "@/lib/agent/cache-room";

/** The system denies use of the cache directory; the message names its setting and the reason. */
export class CacheUnusableError extends Error {
	override name = "CacheUnusableError";

	constructor(directory: string, reason: string) {
		super(`the cache directory ${resolve(directory)} (--cache or AGENT_CACHE) is not usable: ${reason}`);
	}
}

/** The last list of deployments from the service, kept for a start without it. */
export interface RememberedState {
	etag: string | null;
	/** The body as received. */
	body: unknown;
	/** The lists of opt-outs from before the service was restored, as the service described them. */
	keptOptOuts?: unknown;
}

/** The agent's directory: downloaded files by digest, instance id, and the last desired state. */
export interface CacheDirectory {
	/** Identifies this installation to the service across restarts. */
	readonly instanceId: string;
	/** Why the directory was not writable when it was opened, or null. Every write tries again. */
	readonly problem: string | null;
	/** Path of a verified targeting file. */
	filePath(sha256: string): string;
	/** Path of a file whose download is incomplete or not verified. */
	partialPath(sha256: string): string;
	/**
	 * Runs a download of `size` bytes into the partial path. On a full disk, removes other partial
	 * files that nothing is using.
	 * @throws CacheUnusableError when the file does not fit or is not writable; errors of the
	 * download
	 */
	download(
		sha256: string,
		size: number,
		isBusy: (sha256: string) => boolean,
		download: (partialPath: string) => Promise<void>,
	): Promise<void>;
	/** Renames a verified partial file to the file of its digest. */
	keep(sha256: string): Promise<void>;
	/** Deletes the file and the partial file of a digest. */
	discard(sha256: string): Promise<void>;
	/** Deletes all files whose digest is not wanted at the moment of deletion. */
	discardUnless(isWanted: (sha256: string) => boolean): Promise<void>;
	remember(state: RememberedState): Promise<void>;
	/** The state remembered for this server and key, or null. */
	recall(): Promise<RememberedState | null>;
	/** Releases the directory to other agents. */
	close(): Promise<void>;
}

const NO_ROOM: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"]);
/** EROFS: a defective disk may be remounted read-only, and its files stay readable. */
const NOT_WRITABLE: ReadonlySet<unknown> = new Set([...NO_ROOM, "EROFS"]);
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/**
 * Opens, or creates, the cache directory. One with usable content is opened even when it is not
 * writable; then others may use it too, until a write succeeds.
 * @throws CacheInUseError when another agent has it, CacheUnusableError when the system denies it
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
	// State of one target must not be served for another. A hash, because the key is never written.
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
			if (!NOT_WRITABLE.has(codeOf(error)) || (await recall()) === null) throw error;
			return new CacheUnusableError(directory, error.message).message;
		},
	);
	/** Locks first: another agent may have the directory. */
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
		// A lock that cannot be removed now is stale later.
		close: async () => locked?.then((unlock) => unlock()).catch(() => undefined),
	};
}

/** Partial downloads of a crashed agent may fill the disk so that even the lock does not fit. */
async function lockWithRoom(directory: string, files: string): Promise<() => Promise<void>> {
	try {
		return await lockCacheDirectory(directory);
	} catch (error) {
		// The failed attempt has checked that no other agent holds the lock.
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
		const { body, keptOptOuts } = stored;
		return { etag: typeof stored.etag === "string" ? stored.etag : null, body, keptOptOuts };
	} catch {
		return null;
	}
}

/** Creates a directory for this user alone, with missing parents. */
async function makeDirectory(path: string): Promise<void> {
	const make = () =>
		mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
			if (codeOf(error) !== "EEXIST") throw error;
		});
	try {
		await make();
	} catch (error) {
		if (codeOf(error) !== "ENOENT" || dirname(path) === path) throw error;
		// Not `recursive`, which never returns below directories such as /proc.
		await makeDirectory(dirname(path));
		await make();
	}
}

async function instanceIdOf(directory: string, isWritable: boolean): Promise<string> {
	const path = join(directory, "instance-id");
	const known = (await readFile(path, "utf8").catch(() => "")).trim();
	if (/^[\w.-]{1,100}$/.test(known)) return known;
	// People know the machine by its name; the rest tells several agents on it apart.
	const host =
		hostname()
			.replace(/[^\w.-]+/g, "-")
			.slice(0, 80) || "agent";
	const instanceId = `${host}-${randomUUID().slice(0, 8)}`;
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
