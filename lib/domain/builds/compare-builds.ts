import type { BuildDifferences, SetDifference } from "@/lib/contract/build";

/** The attributes of a build that are compared. */
export interface ComparedBuild {
	readonly id: string;
	readonly size: bigint | null;
	/** The build that its sets' geofences were compared with on completion. */
	readonly compared_build_id: string | null;
	readonly sets: readonly {
		readonly set_id: string;
		readonly name: string;
		readonly targeting_code: string;
		readonly item_count: number;
		readonly added_count: number | null;
		readonly removed_count: number | null;
	}[];
}

/**
 * Compares a completed build with the one before it: sets by their ids, and numbers of geofences or
 * devices.
 */
export function compareBuilds(before: ComparedBuild, after: ComparedBuild): BuildDifferences {
	const earlier = new Map(before.sets.map((set) => [set.set_id, set]));
	const kept = new Set(after.sets.map(({ set_id: setId }) => setId));
	// A caller who does not see the build in between must not learn the changes since then.
	const known = after.compared_build_id === before.id;
	const sets = [
		...after.sets.map((set) => differenceOf(earlier.get(set.set_id), set, known)),
		...before.sets.filter(({ set_id: setId }) => !kept.has(setId)).map((set) => differenceOf(set, undefined, known)),
	];
	const count = (change: SetDifference["change"]) => sets.filter((set) => set.change === change).length;
	const items = (build: ComparedBuild) => build.sets.reduce((sum, { item_count: itemCount }) => sum + itemCount, 0);
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

function differenceOf(before: BuiltSet | undefined, after: BuiltSet | undefined, known: boolean): SetDifference {
	const named = (after ?? before) as BuiltSet;
	const added = known && before !== undefined ? (after?.added_count ?? null) : null;
	const removed = known && before !== undefined ? (after?.removed_count ?? null) : null;
	const others = (added ?? 0) + (removed ?? 0) > 0;
	return {
		set_id: named.set_id,
		set_name: named.name,
		targeting_code: named.targeting_code,
		change: changeOf(before, after, others),
		items_before: before?.item_count ?? null,
		items_after: after?.item_count ?? null,
		items_added: added,
		items_removed: removed,
	};
}

function changeOf(before: BuiltSet | undefined, after: BuiltSet | undefined, others: boolean): SetDifference["change"] {
	if (before === undefined) return "added";
	if (after === undefined) return "removed";
	const same =
		before.name === after.name &&
		before.targeting_code === after.targeting_code &&
		before.item_count === after.item_count;
	return same && !others ? "unchanged" : "changed";
}
