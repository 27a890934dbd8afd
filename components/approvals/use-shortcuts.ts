import { useEffect, useEffectEvent } from "react";

const TYPING = "input, textarea, select, [contenteditable='true']";
const FLOATING = "[role='dialog'], [role='menu'], [role='listbox']";

/**
 * Single keys that act while nobody types and nothing floats above the page; with a modifier held they keep the
 * browser's own meaning.
 */
export function useShortcuts(keys: Readonly<Record<string, () => void>>): void {
	const press = useEffectEvent((event: KeyboardEvent) => {
		if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
		if (event.target instanceof Element && event.target.closest(TYPING) !== null) return;
		if (document.querySelector(FLOATING) !== null) return;
		const act = keys[event.key];
		if (act === undefined) return;
		event.preventDefault();
		act();
	});
	useEffect(() => {
		const listen = (event: KeyboardEvent) => press(event);
		document.addEventListener("keydown", listen);
		return () => document.removeEventListener("keydown", listen);
	}, []);
}
