import { isCircle } from "@/lib/rules/geofences/covers";
import { GEOFENCE_LIMITS, type Geofence } from "@/lib/rules/geofences/geofence";
import type { Draft, DraftSet } from "./draft";
import { noteOrigin } from "./origins";

/**
 * The geofences that are selected together. An edit makes another object of a geofence, so that
 * objects name them wherever they stand.
 */
export type Picks = ReadonlySet<Geofence>;

export const NO_PICKS: Picks = new Set();

/** A draft after an edit of the selected geofences, and the next selection. */
export interface PicksEdit {
	draft: Draft;
	picks: Picks;
}

/** Makes an edit of a draft: an event keeps it until typed changes are applied. */
export type PicksChange = (draft: Draft, picks: Picks) => PicksEdit;

/** The sets with their geofences changed; others stay the same objects. */
function withEach(draft: Draft, picks: Picks, change: (fences: readonly Geofence[], set: DraftSet) => Geofence[]) {
	return {
		sets: draft.sets.map((set) =>
			set.fences?.some((fence) => picks.has(fence)) ? { ...set, fences: change(set.fences, set) } : set,
		),
	};
}

/** The selected geofences that the draft has, in its order. */
export const pickedFences = (draft: Draft, picks: Picks): Geofence[] =>
	picks.size === 0 ? [] : draft.sets.flatMap(({ fences }) => fences?.filter((fence) => picks.has(fence)) ?? []);

/** Each selected geofence replaced by what `change` makes of it. */
export function changePicks(draft: Draft, picks: Picks, change: (fence: Geofence) => Geofence): PicksEdit {
	const after = new Set<Geofence>();
	const changed = withEach(draft, picks, (fences) =>
		fences.map((fence) => {
			if (!picks.has(fence)) return fence;
			const made = change(fence);
			after.add(made);
			return made === fence ? fence : noteOrigin(made, fence);
		}),
	);
	return { draft: changed, picks: after };
}

/** The selected circles with another radius. */
export const withRadius = (draft: Draft, picks: Picks, radius: number): PicksEdit =>
	changePicks(draft, picks, (fence) =>
		isCircle(fence) && fence.properties.radius !== radius
			? { ...fence, properties: { ...fence.properties, radius } }
			: fence,
	);

/** The selected geofences at the end of one set, in their order. */
export function moveToSet(draft: Draft, picks: Picks, key: string): PicksEdit {
	const moved = draft.sets.flatMap((set) => (set.key === key ? [] : pickedFences({ sets: [set] }, picks)));
	const { sets } = withEach(draft, picks, (fences, set) =>
		set.key === key ? [...fences] : fences.filter((fence) => !picks.has(fence)),
	);
	const added = sets.map((set) => (set.key === key ? { ...set, fences: [...(set.fences ?? []), ...moved] } : set));
	return { draft: { sets: added }, picks };
}

/** The draft without the selected geofences. */
export const removePicks = (draft: Draft, picks: Picks): PicksEdit => ({
	draft: withEach(draft, picks, (fences) => fences.filter((fence) => !picks.has(fence))),
	picks: NO_PICKS,
});

/** One geofence in place of the selected ones, where the first of them stood. */
export function replacePicks(draft: Draft, picks: Picks, made: Geofence): PicksEdit {
	const [first] = pickedFences(draft, picks);
	return {
		draft: withEach(draft, picks, (fences) =>
			fences.flatMap((fence) => (fence === first ? [noteOrigin(made, first)] : picks.has(fence) ? [] : [fence])),
		),
		picks: new Set([made]),
	};
}

/** Why a radius cannot be taken, or null. */
export function radiusProblem(meters: number): string | null {
	const { minRadius, maxRadius } = GEOFENCE_LIMITS;
	if (meters >= minRadius && meters <= maxRadius) return null;
	return `Enter a radius from ${minRadius} to ${maxRadius.toLocaleString("en-GB")} meters.`;
}
