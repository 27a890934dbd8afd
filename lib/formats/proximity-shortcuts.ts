import { type CircleRecords, makeCircleRecords } from "@/lib/formats/circle-records";
import { combinationMasks } from "@/lib/formats/combination-masks";

/**
 * What a filter's reader derives from the file while it verifies it, in shared memory: threads that
 * open the same bytes take it over.
 */
export interface ProximityShortcuts {
	/** see `PolygonGeometry.bounds` */
	readonly chainBounds: Float64Array<SharedArrayBuffer>;
	readonly circles: CircleRecords;
	readonly masks: Int32Array<SharedArrayBuffer> | null;
}

export function makeShortcuts(
	chainBounds: Float64Array<SharedArrayBuffer>,
	circles: { geometry: Float64Array; sets: Uint32Array },
	combinations: { combinationStarts: Uint32Array; combinationSets: Uint16Array | Uint32Array },
	setCount: number,
): ProximityShortcuts {
	return {
		chainBounds,
		circles: makeCircleRecords(circles.geometry, circles.sets, setCount),
		masks: combinationMasks(combinations.combinationStarts, combinations.combinationSets, setCount),
	};
}

export function shortcutBytes({ chainBounds, circles, masks }: ProximityShortcuts): number {
	return chainBounds.byteLength + circles.numbers.byteLength + (masks?.byteLength ?? 0);
}
