import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Files that are let go together are released together, after requests that still use them. */
const DELAY_MS = 100;

let collect: (() => void) | null = null;
let isDue = false;

/**
 * Releases files that this thread no longer uses, shortly after. V8 does not count memory that
 * threads share, so without being asked it would keep many files until its own heap fills.
 */
export function releaseMemory(): void {
	if (isDue) return;
	isDue = true;
	setTimeout(() => {
		isDue = false;
		collect ??= exposeCollection();
		collect();
	}, DELAY_MS).unref();
}

function exposeCollection(): () => void {
	// For contexts that are made later. It stays set: it is one flag of all threads.
	setFlagsFromString("--expose-gc");
	return runInNewContext("gc") as () => void;
}
