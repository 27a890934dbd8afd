import { useEffect } from "react";

const PARTS = "section[aria-label], section[aria-labelledby], main";

/**
 * The named parts of the page that an element stands in, the nearest first; none where it stands in
 * a dialog or a menu.
 */
export function partsAround(element: Element): Element[] {
	const parts: Element[] = [];
	for (let part = element.closest(PARTS); part !== null; part = part.parentElement?.closest(PARTS) ?? null) {
		parts.push(part);
	}
	// A dialog keeps its focus itself, and gives it back when it closes.
	return parts.at(-1)?.matches("main") ? parts : [];
}

/**
 * Focuses the first of these parts that still exists; the heading stands for the page. Only if
 * nothing else has the focus two frames later. Does not scroll.
 */
export function focusWhatStays(parts: readonly Element[]): void {
	const go = () => {
		if (document.activeElement !== document.body) return;
		const part = parts.find(({ isConnected }) => isConnected);
		const place = part?.matches("main") ? (part.querySelector("h1") ?? part) : part;
		if (!(place instanceof HTMLElement)) return;
		if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
		place.focus({ preventScroll: true });
	};
	requestAnimationFrame(() => requestAnimationFrame(go));
}

/**
 * When the focused element is removed, such as a button with its message, the document would get
 * the focus. A screen reader would then begin at its top. Instead it moves to the part of the page
 * around that element.
 */
export function useFocusThatStays(): void {
	useEffect(() => {
		let last: { element: Element; parts: Element[] } | null = null;
		const follow = ({ target }: FocusEvent) => {
			last = target instanceof Element ? { element: target, parts: partsAround(target) } : null;
		};
		const watcher = new MutationObserver(() => {
			if (last === null || last.element.isConnected) return;
			const { parts } = last;
			last = null;
			focusWhatStays(parts);
		});
		document.addEventListener("focusin", follow);
		watcher.observe(document.body, { childList: true, subtree: true });
		return () => {
			document.removeEventListener("focusin", follow);
			watcher.disconnect();
		};
	}, []);
}
