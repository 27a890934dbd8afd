/** Bounds of the delay between attempts, in milliseconds. */
export interface BackoffBounds {
	baseMs: number;
	maxMs: number;
}

/**
 * Delay in milliseconds after a number of consecutive failures (from 1): doubles from `baseMs` to
 * `maxMs`, minus up to half at random, so that the agents of a target do not return all at once.
 */
export function backoffDelay(failures: number, bounds: BackoffBounds, random: () => number = Math.random): number {
	const ceiling = Math.min(bounds.maxMs, bounds.baseMs * 2 ** Math.min(failures - 1, 30));
	return Math.round(ceiling * (0.5 + random() / 2));
}

/** Resolves after the delay or when one of the signals aborts; never rejects. */
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
