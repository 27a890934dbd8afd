import type { BuildDifferences, SetDifference } from "@/lib/contract/build";

/** What a comparison looks at. */
export interface ComparedBuild {
	readonly id: string;
	readonly size: bigint | null;
	readonly sets: readonly { setId: string; name: string; targetingCode: string; itemCount: number }[];
}

/** How a completed build differs from the one before it: sets by their ids, and how many geofences or devices each has. */
export function compareBuilds(before: ComparedBuild, after: ComparedBuild): BuildDifferences {
	const earlier = new Map(before.sets.map((set) => [set.setId, set]));
	const kept = new Set(after.sets.map(({ setId }) => setId));
	const sets = [
		...after.sets.map((set) => differenceOf(earlier.get(set.setId), set)),
		...before.sets.filter(({ setId }) => !kept.has(setId)).map((set) => differenceOf(set, undefined)),
	];
	const count = (change: SetDifference["change"]) => sets.filter((set) => set.change === change).length;
	const items = (build: ComparedBuild) => build.sets.reduce((sum, { itemCount }) => sum + itemCount, 0);
	return {
		previous_build_id: before.id,
		size_change: Number(after.size ?? 0n) - Number(before.size ?? 0n),
		items_before: items(before),
		items_after: items(after),
		sets_added: count("added"),
		sets_removed: count("removed"),
		sets_changed: count("changed"),
		sets,
	};
}

type BuiltSet = ComparedBuild["sets"][number];

function differenceOf(before: BuiltSet | undefined, after: BuiltSet | undefined): SetDifference {
	const named = (after ?? before) as BuiltSet;
	return {
		set_id: named.setId,
		set_name: named.name,
		targeting_code: named.targetingCode,
		change: changeOf(before, after),
		items_before: before?.itemCount ?? null,
		items_after: after?.itemCount ?? null,
	};
}

function changeOf(before: BuiltSet | undefined, after: BuiltSet | undefined): SetDifference["change"] {
	if (before === undefined) return "added";
	if (after === undefined) return "removed";
	const same =
		before.name === after.name && before.targetingCode === after.targetingCode && before.itemCount === after.itemCount;
	return same ? "unchanged" : "changed";
}
