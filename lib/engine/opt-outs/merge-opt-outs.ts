import { OPT_OUT_WORDS } from "@/lib/formats/opt-out-hash";
import { compareOptOuts } from "@/lib/formats/opt-out-table";

/** The change by which an upload applies to the list. */
export type OptOutChange = "replace" | "add" | "remove";

export interface MergedOptOuts {
	/** Sorted and distinct. */
	hashes: Uint32Array;
	count: number;
	added: number;
	removed: number;
}

/**
 * Applies hashes to those of the current list; both are sorted and distinct. One walk over both, so
 * that ten million ids take a second.
 */
export function mergeOptOuts(current: Uint32Array, given: Uint32Array, change: OptOutChange): MergedOptOuts {
	const [before, after] = [current.length / OPT_OUT_WORDS, given.length / OPT_OUT_WORDS];
	const hashes = new Uint32Array(
		change === "add" ? current.length + given.length : Math.max(current.length, given.length),
	);
	const merged: MergedOptOuts = { hashes, count: 0, added: 0, removed: 0 };
	const keep = (from: Uint32Array, at: number) => {
		for (let word = 0; word < OPT_OUT_WORDS; word++)
			hashes[merged.count * OPT_OUT_WORDS + word] = from[at * OPT_OUT_WORDS + word] as number;
		merged.count++;
	};
	for (let old = 0, fresh = 0; old < before || fresh < after; ) {
		const order = old === before ? 1 : fresh === after ? -1 : compareOptOuts(current, old, given, fresh);
		if (order < 0) {
			if (change === "replace") merged.removed++;
			else keep(current, old);
			old++;
		} else if (order > 0) {
			if (change !== "remove") {
				keep(given, fresh);
				merged.added++;
			}
			fresh++;
		} else {
			if (change === "remove") merged.removed++;
			else keep(current, old);
			old++;
			fresh++;
		}
	}
	return merged;
}
