import { causeInWords, isDatabaseAway, isNoRoomInDatabase, isStatementTooSlow } from "@/lib/platform/database-away";
import { noteOutage } from "@/lib/platform/db/outage";
import { failedDirectory } from "@/lib/platform/files/disks";
import { isFileMissing, isOutOfRoom, storageProblem } from "@/lib/platform/files/storage-problem";
import { watchDisks } from "@/lib/platform/files/watch-disks";
import { noteFileStoreFailure } from "@/lib/platform/files/watch-file-store";
import { log, logRepeated } from "@/lib/platform/log";

/**
 * Logs a failure. For an unusable database, disk or store it omits the stack and adds the directory
 * and its free space. During a known outage of the database or the store it logs at `debug` alone;
 * other failures of that kind are logged as repeated. A full disk is checked and reported at once.
 */
export function logFailure(thrown: unknown, words: string, fields: Record<string, unknown> = {}): void {
	const isAway = isDatabaseAway(thrown) && !isStatementTooSlow(thrown);
	const isElsewhere = isAway || isFileMissing(thrown) || storageProblem(thrown) !== undefined;
	const cause = isElsewhere ? { cause: causeInWords(thrown), ...failedDirectory(thrown) } : { err: thrown };
	const isKnown = noteOutage(thrown) || noteFileStoreFailure(thrown);
	if (isOutOfRoom(thrown) || isNoRoomInDatabase(thrown)) void watchDisks();
	if (isKnown) log.debug({ ...cause, ...fields }, words);
	// Every missing file is logged: its reader got the id of the request, by which operators find the
	// line.
	else if (!isElsewhere || isFileMissing(thrown)) log.error({ ...cause, ...fields }, words);
	else {
		const { request_id: _, ...about } = fields;
		logRepeated(JSON.stringify([words, causeInWords(thrown), about]), { ...cause, ...fields }, words);
	}
}
