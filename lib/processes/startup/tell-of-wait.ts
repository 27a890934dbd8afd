import { log } from "@/lib/platform/log";

/** What answers at all mostly does so at once; who started the service looks for a reason soon after. */
const LONG_MS = 3_000;

/**
 * Does what asks something elsewhere; where that takes longer than a moment, the log says once what is waited for and where it is.
 * @param waitingFor with places that hold no credentials
 * @throws whatever the work throws
 */
export async function tellingOfWait<T>(
	waitingFor: { readonly waiting_for: string; readonly at: string },
	work: () => Promise<T>,
): Promise<T> {
	const timer = setTimeout(() => log.warn(waitingFor, "the start waits for an answer"), LONG_MS);
	try {
		return await work();
	} finally {
		clearTimeout(timer);
	}
}
