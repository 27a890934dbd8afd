import { setTimeout as delay } from "node:timers/promises";
import { HANG_MS } from "@/lib/tools/testing/hang.mjs";

const LOOK_EVERY_MS = 20;

/**
 * Waits for a condition.
 * @param what is awaited, for the error
 * @throws Error when it does not hold for minutes
 */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
	const since = performance.now();
	while (!(await holds())) {
		if (performance.now() - since > HANG_MS) throw new Error(`${what}: not within ${HANG_MS / 60_000} minutes`);
		await delay(LOOK_EVERY_MS);
	}
}
