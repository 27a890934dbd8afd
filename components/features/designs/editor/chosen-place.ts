import type { Geofence } from "@/lib/rules/geofences/geofence";
import type { Draft } from "./draft";

/** A geofence by its set and index; valid while the set's count stays the same. */
export interface ChosenPlace {
	key: string;
	at: number;
	of: number;
}

/** The set and the place within it of a row; null where there is no such row. */
export function placeOfRow(draft: Draft, row: number): ChosenPlace | null {
	let at = row;
	for (const { key, fences } of draft.sets) {
		const of = fences?.length ?? 0;
		if (at < of) return at < 0 ? null : { key, at, of };
		at -= of;
	}
	return null;
}

/**
 * The index of the place's set; -1 once the set is gone or has another count, as after an undo,
 * when the place may belong to another geofence.
 */
export const setOfPlace = (draft: Draft, place: ChosenPlace | null): number =>
	draft.sets.findIndex(({ key, fences }) => key === place?.key && fences?.length === place.of);

/** A place once the geofence of another place is removed. */
export const placeAfterRemoval = (place: ChosenPlace, removed: ChosenPlace): ChosenPlace =>
	place.key === removed.key
		? { key: place.key, at: place.at > removed.at ? place.at - 1 : place.at, of: place.of - 1 }
		: place;

/** The row of a place; -1 once it is gone. */
export function rowOfPlace(draft: Draft, place: ChosenPlace | null): number {
	const at = setOfPlace(draft, place);
	if (place === null || at < 0) return -1;
	return draft.sets.slice(0, at).reduce((row, { fences }) => row + (fences?.length ?? 0), place.at);
}

/** The geofence at a place; undefined once it is gone. */
export const fenceAt = (draft: Draft, place: ChosenPlace | null): Geofence | undefined =>
	draft.sets[setOfPlace(draft, place)]?.fences?.[place?.at ?? -1];
