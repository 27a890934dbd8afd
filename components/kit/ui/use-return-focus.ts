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
	 * What had the focus; where that is part of another dialog, then what had it when that one was
	 * asked for.
	 */
	elements: readonly Element[];
	/** The parts of the page around it, for when it is gone with what was decided on. */
	parts: readonly Element[];
}

const NOWHERE: Origin = { elements: [], parts: [] };

/**
 * Where on the page itself something was asked for last: one dialog may follow another, as a new
 * key does the question for its name.
 */
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
