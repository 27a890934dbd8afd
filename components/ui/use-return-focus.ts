import { useState } from "react";
import { focusWhatStays, partsAround } from "./focus-what-stays";
import { lastMenuButton, menuButtonOf } from "./menu-button";

/** What has the focus; for an item of a menu, also of one that has just closed, the button that opened the menu. */
function focused(): Element | null {
	const { activeElement, body } = document;
	if (activeElement === null || activeElement === body) return lastMenuButton();
	return menuButtonOf(activeElement) ?? activeElement;
}

interface Origin {
	element: Element | null;
	/** The parts of the page around it, for when it is gone with what was decided on. */
	parts: readonly Element[];
}

function originNow(): Origin {
	const element = focused();
	return { element, parts: element === null ? [] : partsAround(element) };
}

/** Gives what hands the focus back, when something above the page closes, to where it was when that opened. */
export function useReturnFocus(open: boolean): (event: Event) => void {
	const [{ was, origin }, set] = useState<{ was: boolean; origin: Origin }>({
		was: false,
		origin: { element: null, parts: [] },
	});
	// Before a field of what opens takes the focus by itself; and kept when it closes, as that is when it is asked for.
	if (open !== was && typeof document !== "undefined") set({ was: open, origin: open ? originNow() : origin });
	return (event) => {
		event.preventDefault();
		if (document.activeElement !== document.body) return;
		if (origin.element instanceof HTMLElement && origin.element.isConnected) origin.element.focus();
		else focusWhatStays(origin.parts);
	};
}
