import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { makePrivateDirectory } from "@/lib/platform/files/work-directory";
import { AdminError } from "@/lib/processes/admin/admin-error";

/** Names sort by time. */
const NAME = /^targeting-\d{8}T\d{6}Z\.backup$/;
const UNFINISHED = /^(targeting-\d{8}T\d{6}Z\.backup)\.part$/;

/** The path of the next backup: of one that was begun and not finished, else a new one. */
export async function newBackup(directory: string): Promise<string> {
	await makePrivateDirectory(directory);
	const [begun] = (await readdir(directory)).flatMap((name) => UNFINISHED.exec(name)?.[1] ?? []).sort();
	const time = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
	return join(directory, begun ?? `targeting-${time}.backup`);
}

/** @throws AdminError when there is none */
export async function newestBackup(directory: string): Promise<string> {
	const newest = (await backups(directory)).at(-1);
	if (newest === undefined) throw new AdminError(`${directory} has no complete backup (targeting-….backup)`);
	return join(directory, newest);
}

/** Removes the oldest backups; gives their names. */
export async function removeOldBackups(directory: string, keep: number): Promise<string[]> {
	const old = (await backups(directory)).slice(0, -keep);
	for (const name of old) await rm(join(directory, name));
	return old;
}

async function backups(directory: string): Promise<string[]> {
	return (await readdir(directory)).filter((name) => NAME.test(name)).sort();
}
