import { formatPlural } from "@/lib/browser/format";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { isolate } from "@/lib/rules/text/isolate";
import type { Draft, DraftSet } from "./draft";
import { keyOf } from "./key-of";
import { originOf } from "./origins";

/** The differences between a draft and the saved contents. */
export interface DraftChanges {
	added: Geofence[];
	/** As they are now. */
	changed: Geofence[];
	removed: Geofence[];
	/** The same geofences in another set. */
	moved: Geofence[];
	/** The changes of the sets themselves, in words. */
	sets: string[];
}

/** More than these are not compared by their texts, which would take too long. */
const COMPARED_AT_MOST = 20_000;

/** Properties are texts, numbers and the like. A hundred thousand texts of them take a frame or ten. */
function isSameProperties(one: Geofence["properties"], other: Geofence["properties"]): boolean {
	const [own, others] = [one as Readonly<Record<string, unknown>>, other as Readonly<Record<string, unknown>>];
	const names = Object.keys(own);
	return names.length === Object.keys(others).length && names.every((name) => own[name] === others[name]);
}

/** Whether two geofences say the same; an edit mostly shares the geometry or the properties. */
const isSame = (one: Geofence, other: Geofence): boolean =>
	one.geometry === other.geometry
		? one.id === other.id && isSameProperties(one.properties, other.properties)
		: keyOf(one) === keyOf(other);

/**
 * After a merge or an import what is saved are other objects: takes those with the same text from
 * `gone`, and gives the geofences that are new.
 */
function matchByKey(fresh: readonly Geofence[], gone: Map<Geofence, string>, changed: Geofence[]): Geofence[] {
	if (fresh.length === 0 || gone.size === 0 || fresh.length + gone.size > COMPARED_AT_MOST) return [...fresh];
	const byKey = new Map([...gone.keys()].map((fence) => [keyOf(fence), fence]));
	return fresh.filter((fence) => {
		const same = byKey.get(keyOf(fence));
		if (same !== undefined && gone.delete(same)) return false;
		const origin = originOf(fence);
		const before = origin === undefined ? undefined : byKey.get(keyOf(origin));
		if (before === undefined || !gone.delete(before)) return true;
		changed.push(fence);
		return false;
	});
}

function changesOfSets(base: Draft, draft: Draft): string[] {
	const before = new Map(base.sets.map((set) => [set.key, set]));
	const words = draft.sets.flatMap((set) => changesOfSet(before.get(set.key), set));
	const kept = new Set(draft.sets.map(({ key }) => key));
	words.push(...base.sets.flatMap((set) => (kept.has(set.key) ? [] : [`${isolate(set.set_name)} removed`])));
	const order = (one: Draft, other: Draft) => {
		const known = new Set(other.sets.map(({ key }) => key));
		return one.sets.flatMap(({ key }) => (known.has(key) ? [key] : [])).join();
	};
	if (order(base, draft) !== order(draft, base)) words.push("sets in another order");
	return words;
}

function changesOfSet(before: DraftSet | undefined, set: DraftSet): string[] {
	const name = isolate(set.set_name);
	if (before === undefined) return [`${name} added`];
	const words: string[] = [];
	if (before.set_name !== set.set_name) words.push(`${isolate(before.set_name)} renamed to ${name}`);
	if (before.targeting_code !== set.targeting_code)
		words.push(`${name}: code ${isolate(set.targeting_code) || "from the name"}`);
	if (before.audience !== set.audience && JSON.stringify(before.audience) !== JSON.stringify(set.audience)) {
		words.push(`${name}: another audience`);
	}
	return words;
}

/**
 * The changes since the last save. Looks only at sets whose geofences differ, and compares objects:
 * a hundred thousand take milliseconds.
 */
export function changesOf(base: Draft, draft: Draft): DraftChanges {
	const saved = new Map(base.sets.map((set) => [set.key, set.fences]));
	const now = new Map(draft.sets.map((set) => [set.key, set.fences]));
	const gone = new Map<Geofence, string>();
	for (const { key, fences } of base.sets) {
		if (fences !== now.get(key)) for (const fence of fences ?? []) gone.set(fence, key);
	}
	const changes: DraftChanges = { added: [], changed: [], removed: [], moved: [], sets: changesOfSets(base, draft) };
	const fresh: Geofence[] = [];
	for (const { key, fences } of draft.sets) {
		if (fences === saved.get(key)) continue;
		for (const fence of fences ?? []) {
			const from = gone.get(fence);
			if (from === undefined) fresh.push(fence);
			else if (from !== key) changes.moved.push(fence);
			gone.delete(fence);
		}
	}
	const unmatched = fresh.filter((fence) => {
		const before = originOf(fence);
		if (before === undefined || !gone.delete(before)) return true;
		if (!isSame(fence, before)) changes.changed.push(fence);
		return false;
	});
	changes.added = matchByKey(unmatched, gone, changes.changed);
	changes.removed = [...gone.keys()];
	return changes;
}

/** `2 added, 1 changed`, with changes of the sets; empty without changes. */
export function changesInWords({ added, changed, removed, moved, sets }: DraftChanges): string {
	const counted = (list: readonly unknown[], what: string) =>
		list.length === 0 ? [] : [`${list.length.toLocaleString("en-GB")} ${what}`];
	return [
		...counted(added, "added"),
		...counted(changed, "changed"),
		...counted(moved, "moved to another set"),
		...counted(removed, "removed"),
		...(sets.length === 0 ? [] : [formatPlural(sets.length, "change of sets", "changes of sets")]),
	].join(", ");
}
