import { logFailure } from "./log-failure";
import { countFailure } from "./metrics";

/** Logs and counts a failure of background work that is retried. */
export function reportFailure(
	part: Parameters<typeof countFailure>[0],
	thrown: unknown,
	words: string,
	fields: Record<string, unknown> = {},
): void {
	countFailure(part);
	logFailure(thrown, words, fields);
}
