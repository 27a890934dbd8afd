import { statfs } from "node:fs/promises";
import { DatabaseInUseError } from "@/lib/platform/db/embedded/directory-lock";
import { EnvironmentError } from "@/lib/platform/env";
import { NO_ROOM_BYTES } from "@/lib/platform/files/disks";
import { FileStoreUrlError } from "@/lib/platform/files/file-store-url";
import { ServiceIdentityError } from "./service-identity";

/** Of these a full disk is not the cause, and their messages say all. */
const OTHER_CAUSES = [EnvironmentError, DatabaseInUseError, FileStoreUrlError, ServiceIdentityError];

/**
 * Does what writes to DATA_DIR; where it fails while its disk is full or nearly so, the directory and the room left are told
 * before the reason: what the embedded database says of a full disk names neither.
 * @throws EnvironmentError while there is less room than `tooLittle`; else, and where a full disk is not the cause, the error as it is
 */
export async function tellingOfFullDisk<T>(
	directory: string,
	work: () => Promise<T>,
	tooLittle = NO_ROOM_BYTES,
): Promise<T> {
	try {
		return await work();
	} catch (cause) {
		if (!(cause instanceof Error) || OTHER_CAUSES.some((known) => cause instanceof known)) throw cause;
		const disk = await statfs(directory).catch(() => undefined);
		const left = disk === undefined ? tooLittle : disk.bavail * disk.bsize;
		if (left >= tooLittle) throw cause;
		throw new EnvironmentError(
			`DATA_DIR is ${directory}, on a disk with ${(left / 1_000_000).toFixed(1)} MB left: make room there. ${cause.message}`,
			{ cause },
		);
	}
}
