import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lockCacheDirectory } from "@/lib/agent/cache-lock";

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

/** Opens, and creates when needed, the cache directory. Throws CacheInUseError when another agent has it. */
export async function openCacheDirectory(directory: string, server: string, key: string): Promise<CacheDirectory> {
	const files = join(directory, "files");
	await mkdir(files, { recursive: true, mode: 0o700 });
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
