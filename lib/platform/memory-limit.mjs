import { totalmem } from "node:os";
import { setFlagsFromString } from "node:v8";

const MEBIBYTE = 1_048_576;
/** Up to here memory is dearer than time. */
const SMALL = 1_024 * MEBIBYTE;

/**
 * Bytes that this process may use: the limit of its container or unit (cgroup v1 or v2), or else the
 * machine's memory.
 */
export function memoryLimit(constrained = process.constrainedMemory() ?? 0, total = totalmem()) {
	// Without a limit it is 0, or the largest number there is.
	return constrained > 0 ? Math.min(constrained, total) : total;
}

/** A quarter of the memory in MB, of 128 to `most`: what one build or one conversion may take besides. */
export function shareOfMemory(most, limit = memoryLimit()) {
	return Math.max(128, Math.min(most, Math.floor(limit / 4 / MEBIBYTE)));
}

/**
 * On a small machine the embedded database keeps the code of WebAssembly's first compiler: the other
 * one takes 100 MB, for statements in about two thirds of the time. Call it before anything is loaded.
 */
export function saveMemory(limit = memoryLimit()) {
	if (limit <= SMALL) setFlagsFromString("--liftoff-only");
}
