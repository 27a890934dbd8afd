import { setTimeout as delay } from "node:timers/promises";

const LOOK_EVERY_MS = 20;
const WITHIN_MS = 120_000;

/**
 * Waits for a condition.
 * @param what is awaited, for the error
 * @throws Error when it does not hold within the time
 */
export async function until(
	what: string,
	holds: () => boolean | Promise<boolean>,
	withinMs: number = WITHIN_MS,
): Promise<void> {
	const since = performance.now();
	while (!(await holds())) {
		if (performance.now() - since > withinMs) throw new Error(`${what}: not within ${withinMs / 1_000} s`);
		await delay(LOOK_EVERY_MS);
	}
}
