import { useMemo } from "react";
import { lastMenuButton, menuButtonOf } from "./menu-button";

/** What has the focus; for an item of a menu, also of one that has just closed, the button that opened the menu. */
function focused(): Element | null {
	const { activeElement, body } = document;
	if (activeElement === null || activeElement === body) return lastMenuButton();
	return menuButtonOf(activeElement) ?? activeElement;
}

/** Gives what hands the focus back, when something above the page closes, to where it was when that opened. */
export function useReturnFocus(open: boolean): (event: Event) => void {
	// Before a field of what opens takes the focus by itself.
	const cameFrom = useMemo(() => (open && typeof document !== "undefined" ? focused() : null), [open]);
	return (event) => {
		event.preventDefault();
		if (cameFrom instanceof HTMLElement && cameFrom.isConnected && document.activeElement === document.body) {
			cameFrom.focus();
		}
	};
}
