import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Creates a directory for this user only, with missing parents, and returns its path. */
export async function makePrivateDirectory(path: string): Promise<string> {
	try {
		await makeDirectory(path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(path) === path) throw error;
		// Not `recursive`, which never returns below directories such as /proc.
		await makePrivateDirectory(dirname(path));
		await makeDirectory(path);
	}
	return path;
}

async function makeDirectory(path: string): Promise<void> {
	await mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
		const there = await stat(path).catch(() => undefined);
		if (there?.isDirectory() !== true) throw error;
	});
}

/** Removes entries that were not written to for longer. Returns their number. */
export async function sweepDirectory(directory: string, olderThanMs: number): Promise<number> {
	let removed = 0;
	for (const name of await readdir(directory)) {
		const path = join(directory, name);
		const found = await stat(path).catch(() => undefined);
		if (found === undefined || Date.now() - found.mtimeMs < olderThanMs) continue;
		await rm(path, { recursive: true, force: true });
		removed += 1;
	}
	return removed;
}
