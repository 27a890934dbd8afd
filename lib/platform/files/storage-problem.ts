/** What a file system says of itself, whatever was to be written: full, over its quota, read-only, broken, away, not ours to write. */
const PROBLEMS: Readonly<Record<string, string>> = {
	ENOSPC: "the service has no room left to store files",
	EDQUOT: "the service has no room left to store files",
	EROFS: "the service cannot store files",
	EACCES: "the service cannot store files",
	EPERM: "the service cannot store files",
	EIO: "the service's files cannot be read or written",
	ENODEV: "the service's files cannot be read or written",
	ENXIO: "the service's files cannot be read or written",
	ESTALE: "the service's files cannot be read or written",
	ENOTCONN: "the service's files cannot be read or written",
	EMFILE: "the service has too many files open",
	ENFILE: "the service has too many files open",
};

/** Of a store elsewhere: it is not reached, refuses, or says nothing. */
export const STORE_AWAY = "the file store cannot be used now";
/** Of a store that is read, and takes nothing. */
export const STORE_ONLY_READS = "the file store takes no files now";

/** What evaluations of audiences say, without a code, of the disk on which they put what does not fit into memory. */
const NO_ROOM = /No space left on device|Disk quota exceeded|'max_temp_directory_size'/;

/** A failure of the place where files are kept, met on a thread or in a store elsewhere; `problem` is the sentence for it. */
export class StorageError extends Error {
	override name = "StorageError";
	readonly problem: string;
	/** Takes no cause: that of a store elsewhere looks like a database's that cannot be reached. */
	constructor(problem: string, message: string) {
		super(message);
		this.problem = problem;
	}
}

/** Whether files could not be stored for want of room on a disk of this machine. */
export function isOutOfRoom(thrown: unknown): boolean {
	return storageProblem(thrown) === PROBLEMS.ENOSPC;
}

/** Whether the file store lacks a file that the database tells of: restored from an older backup, lost, or not mounted. */
export function isFileMissing(thrown: unknown): boolean {
	return thrown instanceof Error && thrown.name === "FileMissingError";
}

/** Whether a disk of this machine failed, or refused what was to be written. */
export function isOwnDisk(thrown: unknown): boolean {
	const problem = storageProblem(thrown);
	return problem !== undefined && problem !== PROBLEMS.EMFILE && Object.values(PROBLEMS).includes(problem);
}

/** The sentence for a failure of the place where files are kept; undefined for any other. */
export function storageProblem(thrown: unknown): string | undefined {
	if (!(thrown instanceof Error)) return undefined;
	// By its name, as routes are bundled apart from what opened the store.
	if (thrown.name === "StorageError" && "problem" in thrown) return String(thrown.problem);
	if ("code" in thrown && "syscall" in thrown) return PROBLEMS[String(thrown.code)];
	return NO_ROOM.test(thrown.message) ? PROBLEMS.ENOSPC : undefined;
}
