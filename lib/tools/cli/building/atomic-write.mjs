import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Writes a file so that readers, also after a crash, find either the old or the new contents. */
export async function writeAtomically(path, contents) {
	// Distinct, because two writers of one process would share the file.
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

/** @returns {Promise<any>} an earlier stamp; null when it is missing or incomplete */
export async function readStamp(path) {
	try {
		return JSON.parse(await readFile(path, "utf8"));
	} catch {
		return null;
	}
}
