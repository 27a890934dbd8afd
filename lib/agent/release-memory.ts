import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Files that are let go together are released together, after requests that still use them. */
const DELAY_MS = 100;
/** A collection halts lookups for milliseconds, too long for each of thousands of small files. */
const WORTH_COLLECTING = 64_000_000;

let collect: (() => void) | null = null;
let isDue = false;
let waiting = 0;

/**
 * Releases files that this thread no longer uses, shortly after they have come to 64 MB. V8 does
 * not count memory that threads share, so by itself it would keep many files until its own heap
 * fills.
 * @param bytes let go now
 */
export function releaseMemory(bytes: number): void {
	waiting += bytes;
	if (isDue || waiting < WORTH_COLLECTING) return;
	isDue = true;
	setTimeout(() => {
		isDue = false;
		waiting = 0;
		collect ??= exposeCollection();
		collect();
	}, DELAY_MS).unref();
}

function exposeCollection(): () => void {
	// For contexts that are made later. It stays set: it is one flag of all threads.
	setFlagsFromString("--expose-gc");
	return runInNewContext("gc") as () => void;
}
