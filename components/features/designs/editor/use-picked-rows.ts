import { useMemo } from "react";
import type { FenceIndex } from "@/components/kit/map/fence-index";
import type { Picks } from "./picks";

const NONE: number[] = [];

/** The rows of the geofences that are selected together, as far as the draft has them. */
export function usePickedRows(index: FenceIndex, picks: Picks): number[] {
	return useMemo(() => {
		if (picks.size === 0) return NONE;
		return index.fences.flatMap((fence, row) => (picks.has(fence) ? [row] : []));
	}, [index, picks]);
}
