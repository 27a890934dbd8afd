import { causeInWords, isDatabaseAway } from "@/lib/db/database-away";
import { failedDirectory } from "@/lib/files/disks";
import { storageProblem } from "@/lib/files/storage-problem";
import { log } from "@/lib/log";

/**
 * Logs a failure. Of a database that cannot be used, or a disk or store that fails, without where in the program it showed, but with the
 * directory and the room left in it.
 */
export function logFailure(thrown: unknown, words: string, fields: Record<string, unknown> = {}): void {
	const isElsewhere = isDatabaseAway(thrown) || storageProblem(thrown) !== undefined;
	const cause = isElsewhere ? { cause: causeInWords(thrown), ...failedDirectory(thrown) } : { err: thrown };
	log.error({ ...cause, ...fields }, words);
}
