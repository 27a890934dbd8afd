import { openSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { tryLock, waitForLock } from "fs-native-extensions";

/**
 * Locks a directory. Programs that have its file open share the lock, so it waits until those of an
 * earlier run have ended, even if that was killed.
 * @returns the locked file
 */
export async function lockDirectory(directory: string): Promise<number> {
	await mkdir(directory, { recursive: true, mode: 0o700 });
	const file = openSync(join(directory, "lock"), "a+", 0o600);
	if (!tryLock(file)) {
		console.log(`Another demo runs in ${directory}: this one starts when that one has ended.`);
		await waitForLock(file);
	}
	return file;
}
