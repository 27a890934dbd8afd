import { statfsSync } from "node:fs";
import { stat, statfs } from "node:fs/promises";
import { isNoRoomInDatabase } from "@/lib/platform/database-away";
import { isFileMissing, isOutOfRoom, isOwnDisk } from "./storage-problem";

/** What the service keeps on disks of this machine, by the names that the log's first line has. */
export interface DiskUse {
	/** DATA_DIR: of the secret, of the embedded database, and where files are worked on for a store elsewhere. */
	readonly dataDirectory: string;
	/** Of the file store and of what is worked on for it; undefined for a store elsewhere. */
	readonly fileDirectory: string | undefined;
	/** Whether the database is in DATA_DIR. */
	readonly embedded: boolean;
}

/** A disk of this machine that the service writes to, as it was when it was last looked at. */
export interface Disk {
	readonly holds: readonly ("data_dir" | "file_store")[];
	readonly directory: string;
	/** What is left for this user. */
	readonly freeBytes: number;
	readonly totalBytes: number;
	readonly room: "enough" | "little" | "none";
}

/** With less, a disk is as good as full: the embedded database's log grows by 16 MiB at a time. */
export const NO_ROOM_BYTES = 20_000_000;
/** Less than this and than this part of it is little, also of a disk that is large. */
const LITTLE_BYTES = 1_000_000_000;
const LITTLE_PART = 0.05;

let known: { readonly use: DiskUse; seen: readonly Disk[] } | undefined;

/** Makes known what this process keeps where (undefined: nothing any more). */
export function setDiskUse(use: DiskUse | undefined): void {
	known = use === undefined ? undefined : { use, seen: [] };
}

/** The disks as they were last looked at; none before. Nobody who asks waits for a disk that may not answer. */
export function disks(): readonly Disk[] {
	return known?.seen ?? [];
}

/** Looks at the disks; one that cannot be looked at is left out, as whoever uses it says why. */
export async function lookAtDisks(): Promise<readonly Disk[]> {
	const current = known;
	if (current === undefined) return [];
	const { dataDirectory, fileDirectory = dataDirectory } = current.use;
	const [data, files] = await Promise.all([lookAt(dataDirectory, "data_dir"), lookAt(fileDirectory, "file_store")]);
	const found: Disk[] = [];
	if (data !== undefined) found.push(data.disk);
	if (current.use.fileDirectory !== undefined && files !== undefined) {
		const same = data !== undefined && data.device === files.device;
		if (same) found[0] = { ...data.disk, holds: ["data_dir", "file_store"] };
		else found.push(files.disk);
	}
	current.seen = found;
	return found;
}

async function lookAt(directory: string, holds: Disk["holds"][number]) {
	try {
		const [{ dev: device }, { bavail, bsize, blocks }] = await Promise.all([stat(directory), statfs(directory)]);
		const [freeBytes, totalBytes] = [bavail * bsize, blocks * bsize];
		return { device, disk: { holds: [holds], directory, freeBytes, totalBytes, room: roomOf(freeBytes, totalBytes) } };
	} catch {
		return undefined;
	}
}

/** How much this is, of a disk of that size. */
export function roomOf(freeBytes: number, totalBytes: number): Disk["room"] {
	if (freeBytes < NO_ROOM_BYTES) return "none";
	return freeBytes < LITTLE_BYTES && freeBytes < totalBytes * LITTLE_PART ? "little" : "enough";
}

/**
 * For the log: the directory on whose disk something failed, and what room is left there where it failed for want of it; nothing
 * where it failed elsewhere.
 */
export function failedDirectory(thrown: unknown): { readonly directory?: string; readonly mb_left?: number } {
	const use = known?.use;
	if (use === undefined) return {};
	if (isFileMissing(thrown)) return use.fileDirectory === undefined ? {} : { directory: use.fileDirectory };
	const inDatabase = use.embedded && isNoRoomInDatabase(thrown);
	if (!inDatabase && !isOwnDisk(thrown)) return {};
	const directory = inDatabase ? use.dataDirectory : (use.fileDirectory ?? use.dataDirectory);
	// At once: what could not be written is removed, and there would be room again.
	return inDatabase || isOutOfRoom(thrown) ? { directory, ...leftAt(directory) } : { directory };
}

function leftAt(directory: string): { readonly mb_left?: number } {
	try {
		const { bavail, bsize } = statfsSync(directory);
		return { mb_left: megabytes(bavail * bsize) };
	} catch {
		return {};
	}
}

/** To a tenth. */
export function megabytes(bytes: number): number {
	return Math.round(bytes / 100_000) / 10;
}
