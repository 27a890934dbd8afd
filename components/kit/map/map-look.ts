import { keepText, keptText } from "@/lib/browser/storage";

/** An attribute of the document, so that all its maps change together. */
export const LOOK_ATTRIBUTE = "data-map";
const KEY = "map-look";
const PLAIN = "plain";

/** Whether the reader wants streets and water alone, so that geofences stand out. */
export function isPlain(): boolean {
	const root = document.documentElement;
	const shown = root.getAttribute(LOOK_ATTRIBUTE);
	return (shown ?? keptText(KEY)) === PLAIN;
}

/** Changes the look of all maps, and keeps it in this browser. */
export function setPlain(plain: boolean): void {
	document.documentElement.setAttribute(LOOK_ATTRIBUTE, plain ? PLAIN : "full");
	keepText(KEY, plain ? PLAIN : "full");
}
