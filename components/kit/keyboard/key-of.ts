import type { KeyboardEvent as ReactKeyboardEvent } from "react";

/** The part of the browser's event that identifies the key; tests make it by hand. */
export type KeyPress = Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "isComposing" | "keyCode">;

/** The name of a key that an input method takes for itself (UI Events). */
const COMPOSING_KEY = "Process";
/** How Safari marks the key that ends a composition, which is over by then. */
const COMPOSING_KEY_CODE = 229;
/** Signs for keys whose own sign is of another script, without and with Shift. */
const SIGNS: Readonly<Record<string, readonly [string, string]>> = { Slash: ["/", "?"], Digit8: ["8", "*"] };

/**
 * The key that is meant, as `KeyboardEvent.key` names it on a Latin keyboard without Caps Lock: a
 * capital is a letter with Shift. A letter of another script is the key in its place (`KeyK` → `k`).
 * While an input method composes, its keys mean nothing to the page (`Process`).
 */
export function keyOf(event: KeyPress | ReactKeyboardEvent): string {
	const { key, code, shiftKey, isComposing, keyCode } = "nativeEvent" in event ? event.nativeEvent : event;
	if (isComposing || keyCode === COMPOSING_KEY_CODE) return COMPOSING_KEY;
	if (/^[a-z]$/i.test(key)) return cased(key, shiftKey);
	if (/^[ -~]+$/.test(key) || /^\p{Script=Latin}+$/u.test(key)) return key;
	const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
	return letter === undefined ? (SIGNS[code]?.[shiftKey ? 1 : 0] ?? key) : cased(letter, shiftKey);
}

const cased = (letter: string, shiftKey: boolean) => (shiftKey ? letter.toUpperCase() : letter.toLowerCase());

/** Of a dialog or a list with fields: the Escape that cancels a composition closes nothing. */
export const KEEPS_COMPOSITION = {
	onEscapeKeyDown: (event: KeyboardEvent) => {
		if (keyOf(event) !== "Escape") event.preventDefault();
	},
};
