/** As long as what an item opens may take to be loaded (milliseconds). */
const RECENT = 5_000;

/** The button of the menu that an action was chosen from last, and when. */
let last: { button: HTMLElement | null; at: number } = { button: null, at: 0 };

/** The button that opened the menu around an element; null where there is no menu around it. */
export function menuButtonOf(element: Element | null): HTMLElement | null {
	const id = element?.closest("[role='menu']")?.getAttribute("aria-labelledby");
	return id ? document.getElementById(id) : null;
}

/**
 * Keeps the button of the menu whose item was chosen: the menu is gone before what the item opens
 * stands.
 */
export function rememberMenuButton(item: EventTarget | null): void {
	last = { button: item instanceof Element ? menuButtonOf(item) : null, at: performance.now() };
}

/**
 * The button of the menu that an action was chosen from just now; null otherwise, and once it is
 * gone.
 */
export function lastMenuButton(): HTMLElement | null {
	const { button, at } = last;
	return button?.isConnected === true && performance.now() - at < RECENT ? button : null;
}
