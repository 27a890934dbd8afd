import { existsSync } from "node:fs";
import { chmod, lstat, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PgliteThread } from "@/lib/platform/db/embedded/pglite-thread";

const OTHERS = 0o077;

/**
 * Creates an empty database in `directory` unless there is one. It is created beside it, synced and
 * then renamed, so that a killed start leaves no half-made database. In an existing one, such as a
 * restored copy, it removes the access of other users.
 */
export async function createDataDirectory(directory: string): Promise<void> {
	if (existsSync(/* turbopackIgnore: true */ join(directory, "PG_VERSION"))) return keepPrivate(directory);
	const unfinished = `${directory}.new`;
	await rm(unfinished, { recursive: true, force: true });
	await mkdir(unfinished, { mode: 0o700 });
	const thread = new PgliteThread({ directory: unfinished, durable: false });
	await thread.start();
	await thread.close();
	await syncTree(unfinished);
	await rename(unfinished, directory);
	await sync(dirname(directory));
}

async function keepPrivate(directory: string): Promise<void> {
	const tighten = async (path: string) => {
		const entry = await lstat(path);
		if (!entry.isSymbolicLink() && (entry.mode & OTHERS) !== 0) await chmod(path, entry.mode & 0o700);
	};
	await Promise.all((await pathsBelow(directory)).map(tighten));
}

async function syncTree(directory: string): Promise<void> {
	await Promise.all((await pathsBelow(directory)).map(sync));
	await sync(directory);
}

async function pathsBelow(directory: string): Promise<string[]> {
	const entries = await readdir(directory, { recursive: true, withFileTypes: true });
	return entries.map((entry) => join(entry.parentPath, entry.name));
}

async function sync(path: string): Promise<void> {
	const file = await open(path, "r");
	try {
		await file.sync();
	} finally {
		await file.close();
	}
}
