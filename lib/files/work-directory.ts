import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Makes a directory that this user alone can read. Gives its path. */
export async function makePrivateDirectory(path: string): Promise<string> {
	await mkdir(path, { recursive: true, mode: 0o700 });
	return path;
}

/** Removes what nobody has written to for longer. Gives the number of entries removed. */
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
