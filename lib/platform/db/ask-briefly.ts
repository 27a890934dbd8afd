import { isDatabaseAway } from "@/lib/platform/database-away";

/** Who asks how the service is has no time to wait for a database that may be gone. */
const WITHIN_MS = 5_000;

/**
 * What the database answers to a question about the service itself; undefined when it does not answer soon.
 * @throws what the question throws, unless the database is away
 */
export async function askBriefly<Answer extends object>(question: Promise<Answer>): Promise<Answer | undefined> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<undefined>((resolve) => {
		timer = setTimeout(() => resolve(undefined), WITHIN_MS);
	});
	const answered = question.catch((error: unknown) => {
		if (isDatabaseAway(error)) return undefined;
		throw error;
	});
	try {
		return await Promise.race([answered, late]);
	} finally {
		clearTimeout(timer);
		// Who asked has gone.
		answered.catch(() => undefined);
	}
}
