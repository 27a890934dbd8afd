import { furtherProperties } from "./further-properties";
import type { Geofence } from "./geofence";

/** Why an update refuses a row. */
export const WITHOUT_ID = "No id, by which an update finds its geofence.";

/** Counts of an update's changes to the geofences of a set. */
export interface UpdateCounts {
	/** Geofences of the file that take the place of others with their id. */
	updated: number;
	/** Geofences of the file beside them. */
	added: number;
	/** Geofences of the file that are there already. */
	unchanged: number;
	/** Geofences that stay, also those that the file has unchanged. */
	kept: number;
	/** Geofences whose place nothing takes, as the file has fewer with their id. */
	removed: number;
}

/** A set after an update. */
export interface UpdatedSet {
	geofences: Geofence[];
	/** Geofences before and after their replacement. */
	replaced: [before: Geofence, after: Geofence][];
	counts: UpdateCounts;
}

/**
 * The text of a geofence without its id, for comparison. Values of properties are compared as a
 * table has them.
 */
export function contentText(geofence: Geofence): string {
	const { geometry, properties } = geofence;
	const { radius = null, name = null } = properties as { radius?: number; name?: string };
	const further = furtherProperties(geofence)
		.map(([key, value]) => [key, String(value)] as const)
		.sort(([one], [other]) => (one < other ? -1 : 1));
	return JSON.stringify([geometry.type, geometry.coordinates, radius, name, further]);
}

/**
 * Counts the changes of the geofences of one id: `before` of them are in the set, `after` in the
 * file.
 */
export function countGroup(counts: UpdateCounts, before: number, after: number, same: boolean): void {
	if (same) {
		counts.unchanged += after;
		return;
	}
	counts.updated += Math.min(before, after);
	counts.added += Math.max(0, after - before);
	counts.removed += Math.max(0, before - after);
	counts.kept -= before;
}

export const noCounts = (kept: number): UpdateCounts => ({ updated: 0, added: 0, unchanged: 0, kept, removed: 0 });

/**
 * Updates the geofences of a set by those of a file, which all have an id: those with an id of the
 * file give way to the file's, which follow after the others. Equal geofences stay in their place.
 */
export function updateById(set: readonly Geofence[], file: readonly Geofence[]): UpdatedSet {
	const after = groupById(file, () => true);
	const before = groupById(set, (id) => after.has(id));
	const counts = noCounts(set.length);
	const same = new Set<string>();
	const replaced: UpdatedSet["replaced"] = [];
	for (const [id, fresh] of after) {
		const known = before.get(id) ?? [];
		const isSame =
			known.length === fresh.length && known.every((each, at) => contentText(each) === contentText(fresh[at] ?? each));
		countGroup(counts, known.length, fresh.length, isSame);
		if (isSame) same.add(id);
		else for (const [at, each] of fresh.entries()) if (known[at] !== undefined) replaced.push([known[at], each]);
	}
	const stays = ({ id }: Geofence) => id === undefined || !after.has(id) || same.has(id);
	const fresh = file.filter(({ id }) => id === undefined || !same.has(id));
	return { geofences: [...set.filter(stays), ...fresh], replaced, counts };
}

function groupById(geofences: readonly Geofence[], wanted: (id: string) => boolean): Map<string, Geofence[]> {
	const groups = new Map<string, Geofence[]>();
	for (const geofence of geofences) {
		const { id } = geofence;
		if (id === undefined || !wanted(id)) continue;
		const group = groups.get(id);
		if (group === undefined) groups.set(id, [geofence]);
		else group.push(geofence);
	}
	return groups;
}
