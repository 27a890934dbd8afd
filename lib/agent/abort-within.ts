/**
 * A controller whose signal fires with another one as well, with its reason, until `release` is called. AbortSignal.any() would leave
 * something on the other one each time, for as long as that lives: the agent's own lives for months.
 */
export function abortWithin(signal: AbortSignal): { controller: AbortController; release: () => void } {
	const controller = new AbortController();
	const abort = () => controller.abort(signal.reason);
	if (signal.aborted) abort();
	else signal.addEventListener("abort", abort, { once: true });
	return { controller, release: () => signal.removeEventListener("abort", abort) };
}
