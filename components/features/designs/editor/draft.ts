import type { Audience } from "@/lib/contract/audience";
import type { DesignDetail } from "@/lib/contract/design";
import type { Geofence } from "@/lib/rules/geofences/geofence";

/** A set while it is edited. Never changed in place: what is the same object is unchanged. */
export interface DraftSet {
	/** Tells sets apart before they have an id. */
	key: string;
	set_id: string | null;
	set_name: string;
	targeting_code: string;
	/** Null: too many to be edited here, or no set of geofences. */
	fences: readonly Geofence[] | null;
	audience: Audience | null;
}

export interface Draft {
	sets: readonly DraftSet[];
}

/** A draft as it was loaded or saved last, and the design that it is. */
export interface Base {
	design: DesignDetail;
	draft: Draft;
}

/** A base for a design whose geofences are all at hand. */
export const baseOf = (design: DesignDetail, collections: Parameters<typeof draftOf>[1]): Base => ({
	design,
	draft: draftOf(design, collections),
});

/** The draft of a saved design; `collections` are its sets' geofences, in order, where loaded. */
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

/** Whether what a set holds differs. */
export const contentsDiffer = (a: DraftSet, b: DraftSet): boolean =>
	a.fences !== b.fences || !sameAudience(a.audience, b.audience);

/** Whether a set's name or code differs. */
export const headDiffers = (a: DraftSet, b: DraftSet): boolean =>
	a.set_name !== b.set_name || a.targeting_code !== b.targeting_code;

/** Whether the draft differs from what is saved. */
export function isChanged(base: Draft, draft: Draft): boolean {
	if (base.sets.length !== draft.sets.length) return true;
	return draft.sets.some((set, place) => {
		const before = base.sets[place];
		return before === undefined || before.key !== set.key || contentsDiffer(before, set) || headDiffers(before, set);
	});
}

/**
 * A draft with the ids that the service gave to the sets of `sent`, and with its codes where the
 * draft has none or still has the one that was sent. Whatever was edited meanwhile stays.
 */
export function withGiven(draft: Draft, sent: Draft, saved: Draft): Draft {
	const sets = draft.sets.map((set) => {
		const now = saved.sets.find(({ key }) => key === set.key);
		if (now === undefined) return set;
		const asked = sent.sets.find(({ key }) => key === set.key)?.targeting_code;
		const kept = set.targeting_code.trim() !== "" && set.targeting_code !== asked;
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
	withSet(draft, key, (set) => ({
		...set,
		fences: set.fences?.toSpliced(at, 1, ...(fence === null ? [] : [fence])) ?? null,
	}));

/** The draft with fences at the end of a set. */
export const withFences = (draft: Draft, key: string, fences: readonly Geofence[]): Draft =>
	withSet(draft, key, (set) => ({ ...set, fences: [...(set.fences ?? []), ...fences] }));
