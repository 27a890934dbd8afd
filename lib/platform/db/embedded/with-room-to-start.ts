import { randomFillSync } from "node:crypto";
import { open, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { NO_ROOM_BYTES } from "@/lib/platform/files/disks";
import { isOutOfRoom } from "@/lib/platform/files/storage-problem";

/** A segment of PostgreSQL's log, 16 MiB, and the other writes of a start. */
const RESERVE_BYTES = 20_000_000;
const PIECE_BYTES = 1_000_000;

/**
 * Runs the start of the embedded database, which writes some bytes even to answer reads. A file in
 * `dataDir` keeps room for that. On a full disk it is removed for the start; afterwards it takes
 * the free space again, so that the next start has room as well.
 */
export async function withRoomToStart(dataDir: string, start: () => Promise<void>): Promise<void> {
	const path = join(dataDir, "reserve");
	const { bavail, bsize } = await statfs(dataDir);
	if (bavail * bsize < NO_ROOM_BYTES) await rm(path, { force: true });
	await start();
	await reserve(path);
}

async function reserve(path: string): Promise<void> {
	const file = await open(path, "a", 0o600);
	let { size } = await file.stat();
	try {
		// Zeros would take no room where the file system compresses.
		const piece = randomFillSync(Buffer.alloc(PIECE_BYTES));
		for (; size < RESERVE_BYTES; size += PIECE_BYTES) await file.writeFile(piece);
	} catch (error) {
		if (!isOutOfRoom(error)) throw error;
		// The running database has a little to work with.
		await file.truncate(Math.max(0, size - PIECE_BYTES));
	} finally {
		await file.close();
	}
}
