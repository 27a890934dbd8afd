import type { DesignDetail } from "@/lib/contract/design";
import type { DesignConflict } from "@/lib/contract/design-bodies";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { type Base, contentsDiffer, type Draft, type DraftSet, headDiffers } from "./draft";
import { keyOf } from "./key-of";

export type Version = "mine" | "theirs" | "both";

/** A set in three versions: the base, mine, and the one that someone else saved. */
export interface SetMerge {
	key: string;
	base: DraftSet | null;
	mine: DraftSet | null;
	theirs: DraftSet | null;
	/** The side that has changed it. */
	changed: "nobody" | "mine" | "theirs" | "both";
	/** Whether both changes can be merged, fence by fence. */
	mergeable: boolean;
}

/** The version that another user saved while the draft was edited. */
export interface Conflict {
	by: DesignConflict;
	theirs: Base;
	merges: readonly SetMerge[];
	/** Whether it was found by a save, which then goes on, or while the draft is edited. */
	during: "save" | "edit";
}

const differs = (a: DraftSet | null, b: DraftSet | null): boolean =>
	a === null || b === null ? a !== b : contentsDiffer(a, b) || headDiffers(a, b);

/** The draft that someone else saved; unchanged sets are the same objects as in `base`. */
export function theirDraft(
	base: Draft,
	before: DesignDetail,
	current: DesignDetail,
	fencesOf: (setId: string) => readonly Geofence[] | null,
): Draft {
	return {
		sets: (current.contents ?? []).map((set) => {
			const known = base.sets.find(({ set_id }) => set_id === set.set_id);
			const revision = before.contents?.find(({ set_id }) => set_id === set.set_id)?.revision;
			if (known !== undefined && revision === set.revision) return known;
			return {
				key: known?.key ?? set.set_id,
				set_id: set.set_id,
				set_name: set.set_name,
				targeting_code: set.targeting_code,
				fences: current.type === "proximity" ? fencesOf(set.set_id) : null,
				audience: set.audience,
			};
		}),
	};
}

/** Whether the common sets have the same order. */
function sameOrder(a: Draft, b: Draft): boolean {
	const places = new Map(b.sets.map(({ key }, place) => [key, place]));
	const shared = a.sets.flatMap(({ key }) => places.get(key) ?? []);
	return shared.every((place, at) => at === 0 || (shared[at - 1] ?? 0) < place);
}

/** Every set of any version: in their order, or in mine if only I moved sets. */
export function compareSets(base: Draft, mine: Draft, theirs: Draft): SetMerge[] {
	const find = (draft: Draft, key: string) => draft.sets.find((set) => set.key === key) ?? null;
	const order = sameOrder(base, theirs) && !sameOrder(base, mine) ? [mine, theirs, base] : [theirs, mine, base];
	const keys = new Set(order.flatMap(({ sets }) => sets.map(({ key }) => key)));
	return [...keys].map((key) => {
		const [was, own, other] = [find(base, key), find(mine, key), find(theirs, key)];
		const byMe = differs(was, own);
		const byThem = differs(was, other);
		const same = byMe && byThem && !differs(own, other);
		return {
			key,
			base: was,
			mine: own,
			theirs: other,
			changed: same || (!byMe && !byThem) ? "nobody" : byMe && byThem ? "both" : byMe ? "mine" : "theirs",
			mergeable: own !== null && other !== null && own.fences !== null && other.fences !== null,
		};
	});
}

/** The fences of `after` missing in `before`, and vice versa, with duplicates. */
export function fenceDifferences(before: readonly Geofence[], after: readonly Geofence[]) {
	const left = new Map<string, Geofence[]>();
	for (const fence of before) {
		const key = keyOf(fence);
		const same = left.get(key);
		if (same === undefined) left.set(key, [fence]);
		else same.push(fence);
	}
	const added = after.filter((fence) => left.get(keyOf(fence))?.pop() === undefined);
	return { added, removed: [...left.values()].flat() };
}

/** Their fences with my changes. */
function together({ base, mine, theirs }: SetMerge): readonly Geofence[] {
	const { added, removed } = fenceDifferences(base?.fences ?? [], mine?.fences ?? []);
	const kept = fenceDifferences(removed, theirs?.fences ?? []).added;
	const fresh = fenceDifferences(kept, added).added;
	return [...kept, ...fresh];
}

/** Name and code: mine if only I changed them. */
function headTogether(base: DraftSet | null, mine: DraftSet, theirs: DraftSet) {
	const pick = (field: "set_name" | "targeting_code") =>
		base !== null && theirs[field] === base[field] ? mine[field] : theirs[field];
	return { set_name: pick("set_name"), targeting_code: pick("targeting_code") };
}

/** The draft of the choices; a set without one is taken from the version that changed it. */
export function mergeDrafts(merges: readonly SetMerge[], choices: ReadonlyMap<string, Version>): Draft {
	return {
		sets: merges.flatMap((merge) => {
			const choice = choices.get(merge.key) ?? (merge.changed === "mine" ? "mine" : "theirs");
			if (choice === "both" && merge.mine !== null && merge.theirs !== null) {
				return [{ ...merge.theirs, ...headTogether(merge.base, merge.mine, merge.theirs), fences: together(merge) }];
			}
			const chosen = choice === "mine" ? merge.mine : merge.theirs;
			return chosen === null ? [] : [chosen];
		}),
	};
}
