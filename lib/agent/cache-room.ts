import { readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";

const PARTIAL = /^([0-9a-f]+)\.partial$/;

/**
 * Frees disk space for the rest of a download of `size` bytes to `partialPath` by removing partial
 * files that nothing is using. Removes nothing when that is not enough.
 * @returns null, or the reason as a sentence
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
	if (missing > 0) return `the disk lacks ${missing} bytes for a file of ${size} bytes`;
	missing = lacking;
	for (const { path, bytes } of idle.sort((one, other) => other.bytes - one.bytes)) {
		if (missing <= 0) break;
		await rm(path, { force: true });
		missing -= bytes;
	}
	return null;
}

/** Removes all partial downloads and returns their number. */
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
