import type { TargetingFile } from "@/lib/formats/open";

/** Of a filter with what its reader derives: 1.2 times the file of many circles, 1.4 of scattered. */
export const MEMORY_OF_PROXIMITY = 1.4;

/** Bytes of memory to plan for a file that is not loaded; `sharedBytes` says it once it is. */
export function plannedMemory(kind: TargetingFile["kind"], size: number): number {
	return kind === "proximity" ? Math.ceil(size * MEMORY_OF_PROXIMITY) : size;
}
