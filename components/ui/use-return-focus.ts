import { useState } from "react";
import { lastMenuButton, menuButtonOf } from "./menu-button";

/** What has the focus; for an item of a menu, also of one that has just closed, the button that opened the menu. */
function focused(): Element | null {
	const { activeElement, body } = document;
	if (activeElement === null || activeElement === body) return lastMenuButton();
	return menuButtonOf(activeElement) ?? activeElement;
}

/** Gives what hands the focus back, when something above the page closes, to where it was when that opened. */
export function useReturnFocus(open: boolean): (event: Event) => void {
	const [{ was, cameFrom }, set] = useState<{ was: boolean; cameFrom: Element | null }>({ was: false, cameFrom: null });
	// Before a field of what opens takes the focus by itself; and kept when it closes, as that is when it is asked for.
	if (open !== was && typeof document !== "undefined") set({ was: open, cameFrom: open ? focused() : cameFrom });
	return (event) => {
		event.preventDefault();
		if (cameFrom instanceof HTMLElement && cameFrom.isConnected && document.activeElement === document.body) {
			cameFrom.focus();
		}
	};
}
