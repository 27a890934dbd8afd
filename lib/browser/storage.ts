import { isEmbedAddress } from "./embedding";

/** What this browser keeps under a name; null where it keeps nothing, as in a page of another site. */
export function keptText(name: string): string | null {
	if (isEmbedAddress()) return null;
	try {
		return localStorage.getItem(name);
	} catch {
		return null;
	}
}

/** Keeps a text in this browser, where it can. */
export function keepText(name: string, text: string): void {
	if (isEmbedAddress()) return;
	try {
		localStorage.setItem(name, text);
	} catch {
		// A browser that keeps nothing forgets it with the page.
	}
}
