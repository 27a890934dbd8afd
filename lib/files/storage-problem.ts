/** What a file system says of itself, whatever was to be written: full, over its quota, read-only, broken, not ours to write. */
const PROBLEMS: Readonly<Record<string, string>> = {
	ENOSPC: "the service has no room left to store files",
	EDQUOT: "the service has no room left to store files",
	EROFS: "the service cannot store files",
	EACCES: "the service cannot store files",
	EPERM: "the service cannot store files",
	EIO: "the service's files cannot be read or written",
	EMFILE: "the service has too many files open",
	ENFILE: "the service has too many files open",
};

/** The sentence for a failure of the place where files are kept; undefined for any other. */
export function storageProblem(thrown: unknown): string | undefined {
	if (!(thrown instanceof Error) || !("code" in thrown) || !("syscall" in thrown)) return undefined;
	return PROBLEMS[String(thrown.code)];
}
