import type { MapLibrary } from "./load-map-library";

/** The library of the page's maps, with what lies under them. */
export const mapLibraryCell: { loaded: Promise<MapLibrary> | null } = { loaded: null };

/** Has the next map ask for its regions again. */
export function forgetMapLibrary(): void {
	mapLibraryCell.loaded = null;
}
