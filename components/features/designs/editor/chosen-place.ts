import type { FenceIndex } from "@/components/kit/map/fence-index";
import type { Draft } from "./draft";

/** A geofence by its set and its place there, for as long as the set holds as many as when it was chosen. */
export interface ChosenPlace {
	key: string;
	at: number;
	of: number;
}

/** The set and the place within it of a row; null where there is no such row. */
export function placeOfRow(index: FenceIndex, draft: Draft, row: number): ChosenPlace | null {
	const place = index.sets[row];
	const set = place === undefined || row < 0 ? undefined : draft.sets[place];
	if (set === undefined) return null;
	return { key: set.key, at: row - (index.starts[place ?? 0] ?? 0), of: set.fences?.length ?? 0 };
}

/**
 * Which of a draft's sets holds what was chosen; -1 once the set is gone or holds more or fewer, as after a step back: what
 * stands there then is not what was chosen.
 */
export const setOfPlace = (draft: Draft, place: ChosenPlace | null): number =>
	draft.sets.findIndex(({ key, fences }) => key === place?.key && fences?.length === place.of);

/** A place once another one's geofence is removed. */
export const placeAfterRemoval = (place: ChosenPlace, removed: ChosenPlace): ChosenPlace =>
	place.key === removed.key
		? { key: place.key, at: place.at > removed.at ? place.at - 1 : place.at, of: place.of - 1 }
		: place;

/** The row of a place; -1 once it is gone. */
export function rowOfPlace(index: FenceIndex, draft: Draft, place: ChosenPlace | null): number {
	const at = setOfPlace(draft, place);
	return place === null || at < 0 ? -1 : (index.starts[at] ?? 0) + place.at;
}
