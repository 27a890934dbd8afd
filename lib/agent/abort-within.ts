/**
 * Creates a controller whose signal also follows `signal` until `release` is called.
 * AbortSignal.any() would leak an entry on `signal` per call, and the agent's own lives for months.
 */
export function abortWithin(signal: AbortSignal): { controller: AbortController; release: () => void } {
	const controller = new AbortController();
	const abort = () => controller.abort(signal.reason);
	if (signal.aborted) abort();
	else signal.addEventListener("abort", abort, { once: true });
	return { controller, release: () => signal.removeEventListener("abort", abort) };
}
