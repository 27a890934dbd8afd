import { causeInWords, isDatabaseAway, isStatementTooSlow } from "@/lib/platform/database-away";
import { noteOutage } from "@/lib/platform/db/outage";
import { failedDirectory } from "@/lib/platform/files/disks";
import { isFileMissing, storageProblem } from "@/lib/platform/files/storage-problem";
import { noteFileStoreFailure } from "@/lib/platform/files/watch-file-store";
import { log } from "@/lib/platform/log";

/**
 * Logs a failure. Of a database that cannot be used, or a disk or store that fails or has lost a file, without where in the program it
 * showed, but with the directory and the room left in it; while it is known that the database is away, or
 * a store elsewhere, at `debug` alone.
 */
export function logFailure(thrown: unknown, words: string, fields: Record<string, unknown> = {}): void {
	const isAway = isDatabaseAway(thrown) && !isStatementTooSlow(thrown);
	const isElsewhere = isAway || isFileMissing(thrown) || storageProblem(thrown) !== undefined;
	const cause = isElsewhere ? { cause: causeInWords(thrown), ...failedDirectory(thrown) } : { err: thrown };
	const isKnown = noteOutage(thrown) || noteFileStoreFailure(thrown);
	log[isKnown ? "debug" : "error"]({ ...cause, ...fields }, words);
}
