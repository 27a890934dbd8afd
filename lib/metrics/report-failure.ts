import { causeInWords, isDatabaseAway } from "@/lib/db/database-away";
import { log } from "@/lib/log";
import { countFailure } from "./registry";

/**
 * Logs and counts a failure of what the service does by itself and tries again. While the database is away everything fails for
 * one reason, over and over: then without where in the program it showed.
 */
export function reportFailure(
	part: Parameters<typeof countFailure>[0],
	thrown: unknown,
	words: string,
	fields: Record<string, unknown> = {},
): void {
	countFailure(part);
	const cause = isDatabaseAway(thrown) ? { cause: causeInWords(thrown) } : { err: thrown };
	log.error({ ...cause, ...fields }, words);
}
