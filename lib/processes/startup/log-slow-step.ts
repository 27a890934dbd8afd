import { log } from "@/lib/platform/log";

/** Servers mostly respond at once; later an operator looks for the cause. */
const LONG_MS = 3_000;

/**
 * Runs work on a remote server; logs once, after a while, which server the start is waiting for.
 * @param waitingFor name and address, without credentials
 */
export async function logSlowStep<T>(
	waitingFor: { readonly waiting_for: string; readonly at: string },
	work: () => Promise<T>,
): Promise<T> {
	const timer = setTimeout(() => log.warn(waitingFor, "the start is waiting for a response"), LONG_MS);
	try {
		return await work();
	} finally {
		clearTimeout(timer);
	}
}
