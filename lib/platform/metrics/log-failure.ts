import { causeInWords, isDatabaseAway, isStatementTooSlow } from "@/lib/platform/database-away";
import { noteOutage } from "@/lib/platform/db/outage";
import { failedDirectory } from "@/lib/platform/files/disks";
import { isFileMissing, storageProblem } from "@/lib/platform/files/storage-problem";
import { noteFileStoreFailure } from "@/lib/platform/files/watch-file-store";
import { log } from "@/lib/platform/log";

/**
 * Logs a failure. For an unusable database, disk or store it omits the stack and adds the directory
 * and its free space. During a known outage of the database or the store it logs at `debug` alone.
 */
export function logFailure(thrown: unknown, words: string, fields: Record<string, unknown> = {}): void {
	const isAway = isDatabaseAway(thrown) && !isStatementTooSlow(thrown);
	const isElsewhere = isAway || isFileMissing(thrown) || storageProblem(thrown) !== undefined;
	const cause = isElsewhere ? { cause: causeInWords(thrown), ...failedDirectory(thrown) } : { err: thrown };
	const isKnown = noteOutage(thrown) || noteFileStoreFailure(thrown);
	log[isKnown ? "debug" : "error"]({ ...cause, ...fields }, words);
}
