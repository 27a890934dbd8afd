import { existsSync } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PgliteThread } from "@/lib/platform/db/embedded/pglite-thread";

/**
 * Creates an empty database in `directory` unless there is one. It is created beside it, synced and
 * then renamed, so that a killed start leaves no half-made database.
 */
export async function createDataDirectory(directory: string): Promise<void> {
	if (existsSync(/* turbopackIgnore: true */ join(directory, "PG_VERSION"))) return;
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

async function syncTree(directory: string): Promise<void> {
	const entries = await readdir(directory, { recursive: true, withFileTypes: true });
	await Promise.all(entries.map((entry) => sync(join(entry.parentPath, entry.name))));
	await sync(directory);
}

async function sync(path: string): Promise<void> {
	const file = await open(path, "r");
	try {
		await file.sync();
	} finally {
		await file.close();
	}
}
