/** Bounds of the waits between attempts, in milliseconds. */
export interface BackoffBounds {
	baseMs: number;
	maxMs: number;
}

/**
 * Milliseconds to wait after the given number of failures in a row (from 1): doubling from `baseMs` up to `maxMs`, of which a random
 * half is taken off, so that the agents of a target do not return all at once when the service comes back.
 */
export function backoffDelay(failures: number, bounds: BackoffBounds, random: () => number = Math.random): number {
	const ceiling = Math.min(bounds.maxMs, bounds.baseMs * 2 ** Math.min(failures - 1, 30));
	return Math.round(ceiling * (0.5 + random() / 2));
}

/** Resolves after the delay, or as soon as one of the signals aborts; never rejects. */
export function waitFor(delayMs: number, ...signals: readonly AbortSignal[]): Promise<void> {
	if (signals.some(({ aborted }) => aborted)) return Promise.resolve();
	return new Promise((resolve) => {
		const finish = () => {
			clearTimeout(timer);
			for (const signal of signals) signal.removeEventListener("abort", finish);
			resolve();
		};
		const timer = setTimeout(finish, delayMs);
		for (const signal of signals) signal.addEventListener("abort", finish);
	});
}
