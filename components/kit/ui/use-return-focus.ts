import { useState } from "react";
import { focusWhatStays, partsAround } from "./focus-what-stays";
import { lastMenuButton, menuButtonOf } from "./menu-button";

/**
 * What has the focus; for an item of a menu, also of one that has just closed, the button that
 * opened the menu.
 */
function focused(): Element | null {
	const { activeElement, body } = document;
	if (activeElement === null || activeElement === body) return lastMenuButton();
	return menuButtonOf(activeElement) ?? activeElement;
}

interface Origin {
	/**
	 * The focused element; if it was part of another dialog, the one that was focused before that.
	 */
	elements: readonly Element[];
	/** The page around it, in case the element disappears with the decided row. */
	parts: readonly Element[];
}

const NOWHERE: Origin = { elements: [], parts: [] };

/** The last focused place on the page itself, because one dialog may follow another. */
let onPage = NOWHERE;

function originNow(): Origin {
	const element = focused();
	if (element?.closest("[role='dialog']")) return { ...onPage, elements: [element, ...onPage.elements] };
	onPage = element === null ? NOWHERE : { elements: [element], parts: partsAround(element) };
	return onPage;
}

/**
 * Gives what hands the focus back, when something above the page closes, to where it was when that
 * opened.
 */
export function useReturnFocus(open: boolean): (event: Event) => void {
	const [{ was, origin }, set] = useState({ was: false, origin: NOWHERE });
	// Read before a field in the dialog takes the focus, and kept until it closes.
	if (open !== was && typeof document !== "undefined") set({ was: open, origin: open ? originNow() : origin });
	return (event) => {
		event.preventDefault();
		if (document.activeElement !== document.body) return;
		const place = origin.elements.find(({ isConnected }) => isConnected);
		if (place instanceof HTMLElement) place.focus();
		else focusWhatStays(origin.parts);
	};
}
