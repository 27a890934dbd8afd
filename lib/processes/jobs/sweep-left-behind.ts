import type { Service } from "@/lib/platform/service";

/** No build, upload or import takes longer. */
const LEFT_BEHIND_AFTER_MS = 24 * 3600 * 1000;

/**
 * Removes unfinished files that have lain in the work directory for longer than anything takes: what processes left there that
 * died, beside others that go on. Gives their number.
 */
export function sweepLeftBehind({ files }: Pick<Service, "files">): Promise<number> {
	return files.sweepWorkDirectory(LEFT_BEHIND_AFTER_MS);
}
