import { useMemo } from "react";
import { changedGeofencesQuery, changesQuery } from "@/lib/browser/geofences";
import { useQuery } from "@/lib/browser/use-query";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ActivationPreview } from "@/lib/contract/preview";
import { countChanges, indexesOfBoxes, indexesOfCells, indexesOfChanges, type Moment } from "./changed-fences";

/** Above this number of geofences the map begins with cells and their counts. */
const FEW = 2_000;
const NOTHING = indexesOfChanges([]);

export interface ShownChanges {
	moment: Moment;
	/** Whether each geofence is needed, and not only how many there are where. */
	each: boolean;
}

/** What an activation changes, for the map: geofences, cells with their numbers, or extents of sets. */
export function useChanges(
	{ id }: Pick<DeploymentDetail, "id">,
	{ replaces, items }: ActivationPreview,
	map: NonNullable<ActivationPreview["map"]>,
	{ moment, each }: ShownChanges,
) {
	const isReadable = map.sets.every((set) => set.readable || set.items === 0);
	const isFew = items.after + (replaces === null ? 0 : (items.before ?? 0)) <= FEW;
	const fences = useQuery({
		...changedGeofencesQuery(id, replaces?.id ?? null),
		enabled: isReadable && (isFew || each),
	});
	const cells = useQuery({ ...changesQuery(id, replaces?.id ?? null), enabled: isReadable && !isFew });
	const features = fences.data?.features ?? null;
	const grid = cells.data?.cells ?? null;
	const isKnown = isReadable && !(fences.isError && grid === null) && !cells.isError;
	const indexes = useMemo(() => {
		if (!isKnown) return indexesOfBoxes(map);
		return features !== null ? indexesOfChanges(features) : grid !== null ? indexesOfCells(grid) : NOTHING;
	}, [isKnown, map, features, grid]);
	return {
		index: useMemo(() => indexes(moment), [indexes, moment]),
		/** Null where they are not loaded, or not to be known. */
		fences: features,
		counts: useMemo(() => (features === null ? (cells.data ?? null) : countChanges(features)), [features, cells.data]),
		places: fences.data?.places ?? cells.data?.places ?? [],
		/** Whether geofences are shown at all; else the extents of sets. */
		isKnown,
		isFew,
		isLoading: fences.isLoading || cells.isLoading,
	};
}
