import type { Geofence } from "@/lib/rules/geofences/geofence";

/**
 * What a geofence was before it was edited, so that a review tells a changed one from a new one.
 * Drafts are immutable: the answer holds through undo and redo.
 */
const origins = new WeakMap<Geofence, Geofence>();

/** Notes what an edited geofence was before; gives the edited one. */
export function noteOrigin<Fence extends Geofence>(edited: Fence, before: Geofence): Fence {
	if (edited !== before) origins.set(edited, origins.get(before) ?? before);
	return edited;
}

/** What a geofence was when it was loaded or added. */
export const originOf = (fence: Geofence): Geofence | undefined => origins.get(fence);

/** Forgets what geofences were before they were saved: from now on they are what is edited. */
export function forgetOrigins(saved: readonly Geofence[]): void {
	for (const fence of saved) origins.delete(fence);
}
