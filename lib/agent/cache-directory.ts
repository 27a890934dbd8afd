import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { lockCacheDirectory } from "@/lib/agent/cache-lock";

/** The system does not let the agent use its cache directory; the message names the directory, what sets it and the reason. */
export class CacheUnusableError extends Error {
	override name = "CacheUnusableError";
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
	/** Path of a verified targeting file. */
	filePath(sha256: string): string;
	/** Path of a file whose download is not complete, or not verified yet. */
	partialPath(sha256: string): string;
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

/**
 * Opens, and creates when needed, the cache directory. Throws CacheInUseError when another agent has it, and CacheUnusableError
 * when the system refuses it.
 */
export async function openCacheDirectory(directory: string, server: string, key: string): Promise<CacheDirectory> {
	try {
		return await open(directory, server, key);
	} catch (cause) {
		if (!(cause instanceof Error) || !("syscall" in cause)) throw cause;
		throw new CacheUnusableError(
			`the cache directory ${resolve(directory)} (--cache or AGENT_CACHE) cannot be used: ${cause.message}`,
		);
	}
}

async function open(directory: string, server: string, key: string): Promise<CacheDirectory> {
	const files = join(directory, "files");
	await makeDirectory(resolve(files));
	const unlock = await lockCacheDirectory(directory);
	const statePath = join(directory, "desired.json");
	// What one target was to load must not be answered for another. A hash, because the key itself is not written anywhere.
	const audience = createHash("sha256").update(`${server}\n${key}`).digest("hex");
	const filePath = (sha256: string) => join(files, `${sha256}.tgt`);
	const partialPath = (sha256: string) => join(files, `${sha256}.partial`);
	return {
		instanceId: await instanceIdOf(directory),
		filePath,
		partialPath,
		keep: (sha256) => rename(partialPath(sha256), filePath(sha256)),
		async discard(sha256) {
			await rm(filePath(sha256), { force: true });
			await rm(partialPath(sha256), { force: true });
		},
		async discardUnless(isWanted) {
			for (const name of await readdir(files)) {
				if (!isWanted(name.replace(/\.(tgt|partial)$/, ""))) await rm(join(files, name), { force: true });
			}
		},
		remember: (state) => writeAtomically(statePath, JSON.stringify({ audience, ...state })),
		async recall() {
			const text = await readFile(statePath, "utf8").catch(() => null);
			if (text === null) return null;
			try {
				const stored = JSON.parse(text) as Record<string, unknown>;
				if (stored.audience !== audience) return null;
				return { etag: typeof stored.etag === "string" ? stored.etag : null, body: stored.body };
			} catch {
				return null;
			}
		},
		close: unlock,
	};
}

/** Makes a directory that this user alone can read, with those above it that are missing. */
async function makeDirectory(path: string): Promise<void> {
	const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
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

async function instanceIdOf(directory: string): Promise<string> {
	const path = join(directory, "instance-id");
	const known = (await readFile(path, "utf8").catch(() => "")).trim();
	if (/^[0-9a-f-]{36}$/.test(known)) return known;
	const instanceId = randomUUID();
	await writeAtomically(path, `${instanceId}\n`);
	return instanceId;
}

async function writeAtomically(path: string, text: string): Promise<void> {
	await writeFile(`${path}.new`, text, { mode: 0o600 });
	await rename(`${path}.new`, path);
}
