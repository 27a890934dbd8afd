import type { Audience } from "@/lib/contract/audience";
import type { DesignDetail } from "@/lib/contract/design";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { comparableText } from "@/lib/rules/text/comparable-text";
import { noteOrigin } from "./origins";

/** A set while it is edited. Immutable, so the same object means unchanged. */
export interface DraftSet {
	/** Identifies sets before they have an id. */
	key: string;
	set_id: string | null;
	set_name: string;
	targeting_code: string;
	/** Null for too many to edit here, or an audience set. */
	fences: readonly Geofence[] | null;
	audience: Audience | null;
}

export interface Draft {
	sets: readonly DraftSet[];
}

/** A draft as it was loaded or saved last, with its design. */
export interface Base {
	design: DesignDetail;
	draft: Draft;
}

/** The base of a design with all geofences loaded. */
export const baseOf = (design: DesignDetail, collections: Parameters<typeof draftOf>[1]): Base => ({
	design,
	draft: draftOf(design, collections),
});

/** The draft of a saved design; `collections` are the loaded geofences of its sets, in order. */
export function draftOf(design: DesignDetail, collections: readonly (readonly Geofence[] | null | undefined)[]): Draft {
	return {
		sets: (design.contents ?? []).map((set, place) => ({
			key: set.set_id,
			set_id: set.set_id,
			set_name: set.set_name,
			targeting_code: set.targeting_code,
			fences: design.type === "proximity" ? (collections[place] ?? (set.geofences?.count === 0 ? [] : null)) : null,
			audience: set.audience,
		})),
	};
}

const sameAudience = (a: Audience | null, b: Audience | null) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Whether the contents of a set differ. */
export const contentsDiffer = (a: DraftSet, b: DraftSet): boolean =>
	a.fences !== b.fences || !sameAudience(a.audience, b.audience);

/** Whether a set's name or code differs. */
export const headDiffers = (a: DraftSet, b: DraftSet): boolean =>
	a.set_name !== b.set_name || a.targeting_code !== b.targeting_code;

/** Whether the draft differs from its base. */
export function isChanged(base: Draft, draft: Draft): boolean {
	if (base.sets.length !== draft.sets.length) return true;
	return draft.sets.some((set, place) => {
		const before = base.sets[place];
		return before === undefined || before.key !== set.key || contentsDiffer(before, set) || headDiffers(before, set);
	});
}

/**
 * A draft with the ids that the service gave to the sets of `sent`, and its codes, unless they were
 * edited meanwhile.
 */
export function withGiven(draft: Draft, sent: Draft, saved: Draft): Draft {
	const sets = draft.sets.map((set) => {
		const now = saved.sets.find(({ key }) => key === set.key);
		if (now === undefined) return set;
		const asked = sent.sets.find(({ key }) => key === set.key)?.targeting_code;
		const kept = comparableText(set.targeting_code) !== "" && set.targeting_code !== asked;
		const code = kept ? set.targeting_code : now.targeting_code;
		if (set.set_id === now.set_id && set.targeting_code === code) return set;
		return { ...set, set_id: now.set_id, targeting_code: code };
	});
	return sets.every((set, place) => set === draft.sets[place]) ? draft : { sets };
}

/** The draft with one set changed. */
export const withSet = (draft: Draft, key: string, change: (set: DraftSet) => DraftSet): Draft => ({
	sets: draft.sets.map((set) => (set.key === key ? change(set) : set)),
});

/** The draft with one fence of a set replaced, or removed (null). */
export const withFence = (draft: Draft, key: string, at: number, fence: Geofence | null): Draft =>
	withSet(draft, key, (set) => {
		const before = set.fences?.[at];
		if (fence !== null && before !== undefined) noteOrigin(fence, before);
		return { ...set, fences: set.fences?.toSpliced(at, 1, ...(fence === null ? [] : [fence])) ?? null };
	});

/** The draft with fences added to the end of a set. */
export const withFences = (draft: Draft, key: string, fences: readonly Geofence[]): Draft =>
	withSet(draft, key, (set) => ({ ...set, fences: [...(set.fences ?? []), ...fences] }));
