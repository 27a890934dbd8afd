import { causeInWords, isDatabaseAway } from "@/lib/db/database-away";
import { storageProblem } from "@/lib/files/storage-problem";
import { log } from "@/lib/log";
import { countFailure } from "./registry";

/**
 * Logs and counts a failure of what the service does by itself and tries again. While the database is away, or files cannot be
 * stored, everything fails for one reason, over and over: then without where in the program it showed.
 */
export function reportFailure(
	part: Parameters<typeof countFailure>[0],
	thrown: unknown,
	words: string,
	fields: Record<string, unknown> = {},
): void {
	countFailure(part);
	const isElsewhere = isDatabaseAway(thrown) || storageProblem(thrown) !== undefined;
	const cause = isElsewhere ? { cause: causeInWords(thrown) } : { err: thrown };
	log.error({ ...cause, ...fields }, words);
}
