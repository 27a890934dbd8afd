import type { Service } from "@/lib/platform/service";

/** Longer than any build, upload or import. */
const MIN_AGE_MS = 24 * 3600 * 1000;

/** Removes work files older than any task, which dead processes left. Returns their number. */
export function sweepLeftBehind({ files }: Pick<Service, "files">): Promise<number> {
	return files.sweepWorkDirectory(MIN_AGE_MS);
}
