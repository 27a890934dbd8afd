import { readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";

const PARTIAL = /^([0-9a-f]+)\.partial$/;

/**
 * Makes room in a directory of downloads for what `partialPath` lacks of `size` bytes: as much of what others have left unfinished, and nobody is busy
 * with, is removed as it takes. Gives a sentence where that does not suffice, and then nothing was removed; null otherwise.
 */
export async function makeRoom(
	files: string,
	partialPath: string,
	size: number,
	isBusy: (sha256: string) => boolean,
): Promise<string | null> {
	const lacking = size - (await sizeOf(partialPath)) - (await roomOf(files));
	if (lacking <= 0) return null;
	const idle: { path: string; bytes: number }[] = [];
	for (const name of await readdir(files)) {
		const path = join(files, name);
		const sha256 = PARTIAL.exec(name)?.[1];
		if (sha256 === undefined || path === partialPath || isBusy(sha256)) continue;
		idle.push({ path, bytes: await sizeOf(path) });
	}
	let missing = lacking - idle.reduce((sum, { bytes }) => sum + bytes, 0);
	if (missing > 0) return `its disk lacks ${missing} bytes of room for a file of ${size}`;
	missing = lacking;
	for (const { path, bytes } of idle.sort((one, other) => other.bytes - one.bytes)) {
		if (missing <= 0) break;
		await rm(path, { force: true });
		missing -= bytes;
	}
	return null;
}

/** Removes all unfinished downloads; gives their number. */
export async function removePartials(files: string): Promise<number> {
	const names = (await readdir(files)).filter((name) => PARTIAL.test(name));
	for (const name of names) await rm(join(files, name), { force: true });
	return names.length;
}

async function roomOf(directory: string): Promise<number> {
	const { bavail, bsize } = await statfs(directory);
	return bavail * bsize;
}

async function sizeOf(path: string): Promise<number> {
	return stat(path).then(
		({ size }) => size,
		() => 0,
	);
}
