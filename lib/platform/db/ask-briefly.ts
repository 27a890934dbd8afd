import { isDatabaseAway } from "@/lib/platform/database-away";

/** Status checks cannot wait long for a database that may be unreachable. */
const WITHIN_MS = 5_000;

/**
 * Gives the database's answer to a status query; undefined if it does not answer soon.
 * @throws the query's error, unless the database is away
 */
export async function askBriefly<Answer extends object>(
	question: Promise<Answer>,
	withinMs = WITHIN_MS,
): Promise<Answer | undefined> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<undefined>((resolve) => {
		timer = setTimeout(() => resolve(undefined), withinMs);
	});
	const answered = question.catch((error: unknown) => {
		if (isDatabaseAway(error)) return undefined;
		throw error;
	});
	try {
		return await Promise.race([answered, late]);
	} finally {
		clearTimeout(timer);
		// The caller no longer waits for it.
		answered.catch(() => undefined);
	}
}
