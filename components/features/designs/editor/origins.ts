import type { Geofence } from "@/lib/rules/geofences/geofence";

/**
 * Geofences before their edits, so that a review distinguishes changed from new ones. Drafts are
 * immutable: the answer holds through undo and redo.
 */
const origins = new WeakMap<Geofence, Geofence>();

/** Remembers the geofence before an edit; returns the edited one. */
export function noteOrigin<Fence extends Geofence>(edited: Fence, before: Geofence): Fence {
	if (edited !== before) origins.set(edited, origins.get(before) ?? before);
	return edited;
}

/** The geofence as it was loaded or added. */
export const originOf = (fence: Geofence): Geofence | undefined => origins.get(fence);

/** Forgets earlier versions of saved geofences: later edits begin from the saved ones. */
export function forgetOrigins(saved: readonly Geofence[]): void {
	for (const fence of saved) origins.delete(fence);
}
