/**
 * Bytes that this process may use: the limit of its container or unit (cgroup v1 or v2), or else the
 * machine's memory.
 * @param constrained Node.js's own figure; tests alone give another
 */
export function memoryLimit(constrained?: number, total?: number): number;
/** A quarter of the memory in MB, of 128 to `most`: what one build or one conversion may take besides. */
export function shareOfMemory(most: number, limit?: number): number;
/** Has V8 save memory where there is little. Call it before anything is loaded. */
export function saveMemory(limit?: number): void;
