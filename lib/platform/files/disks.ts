import { statfsSync } from "node:fs";
import { stat, statfs } from "node:fs/promises";
import { isNoRoomInDatabase } from "@/lib/platform/database-away";
import { isFileMissing, isOutOfRoom, isOwnDisk } from "./storage-problem";

export interface DiskUse {
	/** DATA_DIR: the secret, the embedded database, and work files of a remote store. */
	readonly dataDirectory: string;
	/** The file store and its work files; undefined for a remote store. */
	readonly fileDirectory: string | undefined;
	readonly embedded: boolean;
}

/** Snapshot of a local disk that the service writes to. */
export interface Disk {
	readonly holds: readonly ("data_dir" | "file_store")[];
	readonly directory: string;
	/** Free bytes for this user. */
	readonly freeBytes: number;
	readonly totalBytes: number;
	readonly room: "enough" | "little" | "none";
}

/** Below this a disk counts as full: the embedded database's log grows by 16 MiB at a time. */
export const NO_ROOM_BYTES = 20_000_000;
/** Both limits apply, so that a large disk is not low at 5%. */
const LITTLE_BYTES = 1_000_000_000;
const LITTLE_PART = 0.05;

let lastSnapshot: { readonly use: DiskUse; disks: readonly Disk[] } | undefined;

/** Sets the directories of this process; undefined clears them. */
export function setDiskUse(use: DiskUse | undefined): void {
	lastSnapshot = use === undefined ? undefined : { use, disks: [] };
}

/** The last snapshot, without waiting for a disk that may hang. */
export function disks(): readonly Disk[] {
	return lastSnapshot?.disks ?? [];
}

/** Reads the disks; leaves out unreadable ones, whose users report the error. */
export async function readDisks(): Promise<readonly Disk[]> {
	const current = lastSnapshot;
	if (current === undefined) return [];
	const { dataDirectory, fileDirectory = dataDirectory } = current.use;
	const [data, files] = await Promise.all([readDisk(dataDirectory, "data_dir"), readDisk(fileDirectory, "file_store")]);
	const found: Disk[] = [];
	if (data !== undefined) found.push(data.disk);
	if (current.use.fileDirectory !== undefined && files !== undefined) {
		const same = data !== undefined && data.device === files.device;
		if (same) found[0] = { ...data.disk, holds: ["data_dir", "file_store"] };
		else found.push(files.disk);
	}
	current.disks = found;
	return found;
}

async function readDisk(directory: string, holds: Disk["holds"][number]) {
	try {
		const [{ dev: device }, { bavail, bsize, blocks }] = await Promise.all([stat(directory), statfs(directory)]);
		const [freeBytes, totalBytes] = [bavail * bsize, blocks * bsize];
		return { device, disk: { holds: [holds], directory, freeBytes, totalBytes, room: roomOf(freeBytes, totalBytes) } };
	} catch {
		return undefined;
	}
}

/** Classifies the free space of a disk. */
export function roomOf(freeBytes: number, totalBytes: number): Disk["room"] {
	if (freeBytes < NO_ROOM_BYTES) return "none";
	return freeBytes < LITTLE_BYTES && freeBytes < totalBytes * LITTLE_PART ? "little" : "enough";
}

/** Log attributes of a failed local disk: its directory, and the free space of a full one. */
export function failedDirectory(thrown: unknown): { readonly directory?: string; readonly mb_left?: number } {
	const use = lastSnapshot?.use;
	if (use === undefined) return {};
	if (isFileMissing(thrown)) return use.fileDirectory === undefined ? {} : { directory: use.fileDirectory };
	const inDatabase = use.embedded && isNoRoomInDatabase(thrown);
	if (!inDatabase && !isOwnDisk(thrown)) return {};
	const directory = inDatabase ? use.dataDirectory : (use.fileDirectory ?? use.dataDirectory);
	// Read now: a failed write is removed, which frees space again.
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

export function megabytes(bytes: number): number {
	return Math.round(bytes / 100_000) / 10;
}
