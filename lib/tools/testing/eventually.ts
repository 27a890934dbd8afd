import { vi } from "vitest";
import { HANG_MS } from "./hang.mjs";

const LOOK_EVERY_MS = 20;

/**
 * Repeats a check until it passes, also while timers are fake, which it moves on. `expect.poll` does
 * the same for one value; this takes what `vi.waitFor` takes, whose limit of a second no setting
 * changes.
 */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
	return vi.waitFor(check, { timeout: HANG_MS, interval: LOOK_EVERY_MS });
}
