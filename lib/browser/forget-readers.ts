/** Data that a browser keeps of each reader: names of designs, and places of their geofences. */
const KEPT = ["map-views", "palette-recent"] as const;

/** The key in the browser's storage under which something of a reader is kept. */
export const readerKey = (kept: (typeof KEPT)[number], userId: string): string => `${kept}-${userId}`;

/** Removes it for all readers, as another person may use the browser next. Settings stay. */
export function forgetReaders(): void {
	try {
		const keys = Object.keys(localStorage).filter((key) => KEPT.some((kept) => key.startsWith(readerKey(kept, ""))));
		for (const key of keys) localStorage.removeItem(key);
	} catch {
		// A browser that keeps nothing has nothing to forget.
	}
}
