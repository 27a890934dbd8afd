import { hash } from "node:crypto";
import { readStoredGeofences } from "./chunks";
import type { StoredGeofence } from "./stored-geofence";

/** `unknown`: the earlier geofences are no longer kept, so that nothing can be compared. */
export const GEOFENCE_CHANGES = ["kept", "added", "removed", "unknown"] as const;
export type GeofenceChange = (typeof GEOFENCE_CHANGES)[number];

export interface ComparedGeofence {
	readonly geofence: StoredGeofence;
	readonly change: GeofenceChange;
}

/** Stored chunks, read from the beginning with each call. */
type Source = () => AsyncIterable<Uint8Array>;

/** The contents of a set before and after; null where it has none. */
export interface ComparedContents {
	readonly before: Source | null | "gone";
	readonly after: Source | null;
	/** Both are the same collection: nothing needs to be read twice. */
	readonly same: boolean;
}

/**
 * Compares geofences by geometry and radius, which decide lookups: first the later ones, kept or
 * added, then the removed ones. Keeps about eight bytes of each earlier geofence, and one chunk in
 * memory; reads the earlier ones twice.
 */
export async function* compareGeofences({ before, after, same }: ComparedContents): AsyncGenerator<ComparedGeofence> {
	if (same || before === "gone") {
		const change = same ? "kept" : "unknown";
		if (after !== null) for await (const geofence of readStoredGeofences(after())) yield { geofence, change };
		return;
	}
	const left = new Map<number, number>();
	if (before !== null && after !== null) {
		for await (const geofence of readStoredGeofences(before())) {
			const key = keyOf(geofence);
			left.set(key, (left.get(key) ?? 0) + 1);
		}
	}
	if (after !== null) {
		for await (const geofence of readStoredGeofences(after())) {
			yield { geofence, change: take(left, keyOf(geofence)) ? "kept" : "added" };
		}
	}
	if (before === null) return;
	for await (const geofence of readStoredGeofences(before())) {
		if (after === null || take(left, keyOf(geofence))) yield { geofence, change: "removed" };
	}
}

/** Takes one of a shape, if any is left. */
function take(left: Map<number, number>, key: number): boolean {
	const count = left.get(key);
	if (count === undefined) return false;
	if (count === 1) left.delete(key);
	else left.set(key, count - 1);
	return true;
}

/** 48 bits of a shape: of a million geofences one in a thousand comparisons has a false pair. */
function keyOf({ geometry, properties }: StoredGeofence): number {
	const radius = "radius" in properties ? properties.radius : "";
	return Buffer.from(hash("sha1", `${radius} ${geometry}`, "buffer")).readUIntBE(0, 6);
}
