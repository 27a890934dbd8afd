import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { buildFenceIndex, type FenceIndex } from "@/components/kit/map/fence-index";
import { setGeofencesQuery } from "@/lib/browser/geofences";
import type { DesignDetail, DesignSet } from "@/lib/contract/design";
import type { Geofence } from "@/lib/rules/geofences/geofence";

/** The most geofences that a browser should fetch; other sets are shown by their bounds. */
const MAX_FENCES = 300_000;

export interface SetFences {
	index: FenceIndex;
	/** One for each set; undefined while it loads or is left out. */
	collections: readonly (readonly Geofence[] | undefined)[];
	loading: boolean;
	/** Why one of them could not be loaded, or null. */
	error: Error | null;
	retry: () => void;
	/** Sets that are too large to show. */
	left: DesignSet[];
}

/** The geofences of a design's sets, indexed for the map and the table. */
export function useSetFences(design: DesignDetail, contents: readonly DesignSet[]): SetFences {
	let total = 0;
	const shown = contents.map((set) => {
		const count = set.geofences?.count ?? 0;
		if (count === 0 || total + count > MAX_FENCES) return false;
		total += count;
		return true;
	});
	const loaded = useQueries({
		queries: contents.map((set, place) => ({
			...setGeofencesQuery(design.id, set.set_id, set.revision),
			enabled: shown[place] === true,
		})),
		combine: (results) => ({
			collections: results.map(({ data }) => data?.features),
			loading: results.some(({ isLoading }) => isLoading),
			error: results.find(({ error }) => error !== null)?.error ?? null,
			retry: () => {
				for (const { error, refetch } of results) if (error !== null) void refetch();
			},
		}),
	});
	const { collections } = loaded;
	const index = useMemo(() => buildFenceIndex(collections), [collections]);
	const left = contents.filter((set, place) => (set.geofences?.count ?? 0) > 0 && shown[place] === false);
	return { ...loaded, index, left };
}
