import { useState } from "react";
import { buildFenceIndex, type FenceIndex } from "@/components/kit/map/fence-index";
import type { Draft } from "./draft";

/** The index of a draft's geofences, rebuilt only when they differ, not when a set is renamed. */
export function useFenceIndex(draft: Draft): FenceIndex {
	const make = () => {
		const fences = draft.sets.map((set) => set.fences);
		return { fences, index: buildFenceIndex(fences) };
	};
	const [made, setMade] = useState(make);
	const same =
		made.fences.length === draft.sets.length && made.fences.every((fences, at) => fences === draft.sets[at]?.fences);
	if (same) return made.index;
	const next = make();
	setMade(next);
	return next.index;
}
