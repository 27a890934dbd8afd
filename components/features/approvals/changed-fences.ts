import { around } from "@/components/kit/map/bounds";
import { buildFenceIndex, type FenceIndex, fenceHolds } from "@/components/kit/map/fence-index";
import { CHANGE_PLACE } from "@/components/kit/map/set-look";
import type { ChangedGeofence } from "@/lib/browser/geofences";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { Bounds } from "@/lib/contract/design";
import type { ActivationPreview } from "@/lib/contract/preview";
import type { Position } from "@/lib/rules/geofences/geofence";

export const CHANGES = ["kept", "added", "removed", "unknown"] as const;
export type Change = (typeof CHANGES)[number];
export type ChangeCounts = Readonly<Record<Change, number>>;

/** The place that gives a change its look on the map. */
export const placeOfChange = (change: Change): number => CHANGE_PLACE + CHANGES.indexOf(change);

/** The words of each change. */
export const CHANGE_WORDS: Record<Change, string> = {
	kept: "kept",
	added: "added",
	removed: "removed",
	unknown: "not comparable",
};

/** The extent of the geofences after the activation, and of those that it removes. */
export const frameOfChanges = (map: Pick<NonNullable<ActivationPreview["map"]>, "bounds" | "bounds_before">): Bounds =>
	around([map.bounds, map.bounds_before]);

/** The geofences for the map, each by its change. */
export function indexOfChanges(fences: readonly ChangedGeofence[]): FenceIndex {
	const index = buildFenceIndex(
		CHANGES.map((change) => fences.filter(({ properties }) => properties.change === change)),
	);
	return { ...index, sets: index.sets.map((place) => CHANGE_PLACE + place) };
}

export function countChanges(fences: readonly ChangedGeofence[]): ChangeCounts {
	const counts = { kept: 0, added: 0, removed: 0, unknown: 0 };
	for (const { properties } of fences) counts[properties.change] += 1;
	return counts;
}

/** The targeting codes that lookups at a position answer with, now and after the activation. */
export interface PointAnswer {
	/** Null where it is not known: the earlier geofences are no longer kept. */
	now: string[] | null;
	after: string[];
}

type Sets = Pick<ActivationPreview, "sets">;

/**
 * Answers of this design at a position. Sets whose earlier geofences are no longer kept count as
 * after alone.
 */
export function answersAt(
	fences: readonly ChangedGeofence[],
	position: Position,
	{ sets }: Pick<DeploymentDetail, "sets">,
	preview: Sets,
): PointAnswer {
	const after = new Map(sets.map(({ set_id, targeting_code }) => [set_id, targeting_code]));
	const renamed = preview.sets.changed.map((set) => [set.set_id, set.targeting_code_before] as const);
	const removed = preview.sets.removed.map((set) => [set.set_id, set.targeting_code] as const);
	const before = new Map([...after, ...renamed, ...removed]);
	const hit = fences.filter((fence) => fenceHolds(fence, position));
	const codes = (names: ReadonlyMap<string, string>, ...changes: Change[]) => [
		...new Set(
			hit
				.filter(({ properties }) => changes.includes(properties.change))
				.map(({ properties }) => names.get(properties.set_id) ?? properties.set_id),
		),
	];
	const isKnown = !fences.some(({ properties }) => properties.change === "unknown");
	return {
		now: isKnown ? codes(before, "kept", "removed") : null,
		after: codes(after, "kept", "added", "unknown"),
	};
}

const listed = (codes: readonly string[]) => (codes.length === 0 ? "nothing" : codes.join(", "));

/** The answer in words: `Now KIOSK, after nothing`. */
export const answerWords = ({ now, after }: PointAnswer): string => {
	const current = now === null ? "not known" : listed(now);
	return current === listed(after) ? `Now and after: ${current}` : `Now: ${current} · After: ${listed(after)}`;
};
