import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes a file so that a reader, or a crash, meets either the old contents or the new, never a part. */
export async function writeAtomically(path, contents) {
	// Of each writer its own: two of one process would take the file away from each other.
	const temporary = `${path}.${randomUUID()}.tmp`;
	await mkdir(dirname(path), { recursive: true });
	try {
		await writeFile(temporary, contents);
		await rename(temporary, path);
	} catch (error) {
		await rm(temporary, { force: true });
		throw error;
	}
}

/** @returns {Promise<any>} a stamp written earlier; null when there is none, or not a whole one */
export async function readStamp(path) {
	try {
		return JSON.parse(await readFile(path, "utf8"));
	} catch {
		return null;
	}
}
