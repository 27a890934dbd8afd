/** Data that a browser keeps of each reader: names of designs, and places of their geofences. */
const READER_DATA = ["map-views", "palette-recent"] as const;

/** The key in the browser's storage under which something of a reader is kept. */
export const readerKey = (kept: (typeof READER_DATA)[number], userId: string): string => `${kept}-${userId}`;

/** Removes it for all readers, as another person may use the browser next. Settings stay. */
export function forgetReaders(): void {
	try {
		const keys = Object.keys(localStorage).filter((key) =>
			READER_DATA.some((kept) => key.startsWith(readerKey(kept, ""))),
		);
		for (const key of keys) localStorage.removeItem(key);
	} catch {
		// A browser that keeps nothing has nothing to forget.
	}
}
