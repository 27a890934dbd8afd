import { statfs } from "node:fs/promises";
import { DatabaseInUseError } from "@/lib/platform/db/embedded/directory-lock";
import { EnvironmentError } from "@/lib/platform/env";
import { NO_ROOM_BYTES } from "@/lib/platform/files/disks";
import { FileStoreUrlError } from "@/lib/platform/files/file-store-url";
import { isOutOfRoom } from "@/lib/platform/files/storage-problem";
import { ServiceIdentityError } from "./service-identity";

/** Errors that a full disk does not cause. */
const OTHER_CAUSES = [EnvironmentError, DatabaseInUseError, FileStoreUrlError, ServiceIdentityError];

/**
 * Runs work on DATA_DIR; an error on a full disk is prefixed with the directory and the free space,
 * which the embedded database does not report.
 * @throws EnvironmentError below `tooLittle` bytes of free space; other errors pass through
 */
export async function explainFullDisk<T>(
	directory: string,
	work: () => Promise<T>,
	tooLittle = NO_ROOM_BYTES,
): Promise<T> {
	try {
		return await work();
	} catch (error) {
		// The name of a setting may stand before the system's error already.
		const cause = error instanceof EnvironmentError && isOutOfRoom(error.cause) ? error.cause : error;
		if (!(cause instanceof Error) || OTHER_CAUSES.some((known) => cause instanceof known)) throw error;
		const disk = await statfs(directory).catch(() => undefined);
		const left = disk === undefined ? tooLittle : disk.bavail * disk.bsize;
		if (left >= tooLittle) throw error;
		throw new EnvironmentError(
			`DATA_DIR is ${directory}, on a disk with ${(left / 1_000_000).toFixed(1)} MB left: free some space (${cause.message})`,
			{ cause },
		);
	}
}
