import { useSyncExternalStore } from "react";

const KEY = "docs-language";
const readers = new Set<() => void>();
/** The choice of this page, for browsers that keep nothing. */
let chosen: string | null = null;

function current(): string | null {
	try {
		return chosen ?? localStorage.getItem(KEY);
	} catch {
		return chosen;
	}
}

function subscribe(tell: () => void) {
	readers.add(tell);
	return () => readers.delete(tell);
}

function choose(label: string): void {
	chosen = label;
	try {
		localStorage.setItem(KEY, label);
	} catch {
		// It lasts as long as the page.
	}
	for (const tell of readers) tell();
}

/** The tool that the reader wants examples for, kept in this browser; null before a choice. */
export function useLanguage(): [label: string | null, choose: (label: string) => void] {
	return [useSyncExternalStore(subscribe, current, () => null), choose];
}
