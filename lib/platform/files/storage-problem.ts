/** Messages for file system errors that concern the disk, not the file. */
const PROBLEMS: Readonly<Record<string, string>> = {
	ENOSPC: "the file store is full",
	EDQUOT: "the file store is full",
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

/** A remote store is unreachable, refuses, or does not respond. */
export const STORE_AWAY = "the file store cannot be used now";
/** A store is readable but not writable. */
export const STORE_ONLY_READS = "the file store takes no files now";

/** DuckDB reports a full spill disk without an error code. */
const NO_ROOM = /No space left on device|Disk quota exceeded|'max_temp_directory_size'/;

/** A storage failure on a thread or in a remote store; `problem` is the message for the caller. */
export class StorageError extends Error {
	override name = "StorageError";
	readonly problem: string;
	/** Has no cause: a remote store's would look like a database that is unreachable. */
	constructor(problem: string, message: string) {
		super(message);
		this.problem = problem;
	}
}

/** Whether a local disk is full. */
export function isOutOfRoom(thrown: unknown): boolean {
	return storageProblem(thrown) === PROBLEMS.ENOSPC;
}

/** Whether the store lacks a recorded file: an older backup, a loss, or no mount. */
export function isFileMissing(thrown: unknown): boolean {
	return thrown instanceof Error && thrown.name === "FileMissingError";
}

/** Whether a local disk failed. */
export function isOwnDisk(thrown: unknown): boolean {
	const problem = storageProblem(thrown);
	return problem !== undefined && problem !== PROBLEMS.EMFILE && Object.values(PROBLEMS).includes(problem);
}

/** The caller's message for a storage failure; undefined for other errors. */
export function storageProblem(thrown: unknown): string | undefined {
	if (!(thrown instanceof Error)) return undefined;
	// By name, because routes are bundled separately from the code that opened the store.
	if (thrown.name === "StorageError" && "problem" in thrown) return String(thrown.problem);
	if ("code" in thrown && "syscall" in thrown) return PROBLEMS[String(thrown.code)];
	return NO_ROOM.test(thrown.message) ? PROBLEMS.ENOSPC : undefined;
}
