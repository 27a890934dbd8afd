import { useLayoutEffect, useRef } from "react";
import { keepText, keptText } from "@/lib/browser/storage";
import { keyOf } from "./key-of";

/**
 * Something that a key does on the page that is open; the help dialog and the command palette list
 * the same ones.
 */
export interface Shortcut {
	/**
	 * Keys as `keyOf` names them, `Mod+` before one that goes with Ctrl or ⌘ (`Mod+Shift+` before
	 * a letter with both); each does the same. None: palette alone.
	 */
	keys: readonly string[];
	/** The action as a command: `Activate the request`. */
	does: string;
	run: () => void;
	/** Whether a key held down repeats it. */
	repeats?: boolean;
	/** Why it does nothing now. */
	unavailable?: string | null;
	/**
	 * Does to the page what the browser does to a text field: there it is left to the browser until
	 * the words are taken.
	 */
	edits?: boolean;
	/** Moves within the page alone, so that the palette does not offer it. */
	moves?: boolean;
}

export interface ShortcutGroup {
	name: string;
	shortcuts: readonly Shortcut[];
}

interface Registration {
	name: string;
	current: () => readonly Shortcut[];
}

const TYPING = "input:not([type='checkbox'], [type='radio']), textarea, select, [contenteditable='true']";
const FLOATING = "[role='dialog'], [role='alertdialog'], [role='menu']";
const ACTS_BY_ITSELF = "a, button, summary, [role='checkbox']";
/** Elements with the focus when no control has it; the heading gets it, too. */
const NOTHING = "body, main, h1";
/** Where arrow keys move between rows instead of scrolling. */
const ARROWS_MOVE = "[data-arrow-keys]";
const SETTING = "single-keys";

/** The group of keys that act everywhere; listed last. */
export const EVERY_PAGE = "On every page";

const registered = new Set<Registration>();
let suspended = 0;

/** Holds keys back while a dialog is about to open, so that early keys decide nothing. */
export function useKeysHeldBack(on: boolean): void {
	useLayoutEffect(() => {
		if (!on) return;
		suspended += 1;
		return () => {
			suspended -= 1;
		};
	}, [on]);
}

/** Whether single keys act; some people's speech input or motor control types them by accident. */
export function singleKeysOn(): boolean {
	return keptText(SETTING) !== "off";
}

/** Turns single keys on or off, for this browser. */
export function setSingleKeys(on: boolean): void {
	keepText(SETTING, on ? "on" : "off");
}

/** The shortcuts of the open page, its own before those of every page. */
export function shortcutGroups(): ShortcutGroup[] {
	const groups = new Map<string, Shortcut[]>();
	for (const { name, current } of [...registered].reverse()) {
		groups.set(name, [...(groups.get(name) ?? []), ...current()]);
	}
	const last = (name: string) => (name === EVERY_PAGE ? 1 : 0);
	return [...groups]
		.map(([name, shortcuts]) => ({ name, shortcuts }))
		.filter(({ shortcuts }) => shortcuts.length > 0)
		.sort((a, b) => last(a.name) - last(b.name));
}

/** Whether a key pressed there means the page, and not the control that has the focus. */
function meansThePage({ target }: KeyboardEvent, key: string): boolean {
	if (!(target instanceof Element)) return true;
	if (target.closest(TYPING) !== null) return false;
	if ((key === "Enter" || key === " ") && target.closest(ACTS_BY_ITSELF) !== null) return false;
	return !key.startsWith("Arrow") || target.matches(NOTHING) || target.closest(ARROWS_MOVE) !== null;
}

/** Whether the key was pressed in a field that holds words which the page has not taken yet. */
function hasWords({ target }: KeyboardEvent): boolean {
	const field = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : null;
	return field !== null && field.value !== field.defaultValue;
}

/** The key as shortcuts name it. */
function nameOf({ ctrlKey, metaKey, shiftKey }: KeyboardEvent, key: string): string {
	if (!ctrlKey && !metaKey) return key;
	return `Mod+${shiftKey && key.length === 1 ? "Shift+" : ""}${key.toLowerCase()}`;
}

function press(event: KeyboardEvent): void {
	if (event.defaultPrevented || event.altKey || suspended > 0) return;
	const held = event.ctrlKey || event.metaKey;
	const key = keyOf(event);
	const name = nameOf(event, key);
	if (document.querySelector(FLOATING) !== null) return;
	if (!held && (!meansThePage(event, key) || !singleKeysOn())) return;
	for (const { current } of [...registered].reverse()) {
		const found = current().find(({ keys }) => keys.includes(name));
		if (found === undefined) continue;
		if (found.edits === true && hasWords(event)) return;
		event.preventDefault();
		if (!event.repeat || found.repeats === true) found.run();
		return;
	}
}

/** Runs a shortcut of the open page, as if its key were pressed outside of a field. */
export function runShortcut(key: string): void {
	const shortcuts = [...registered].reverse().flatMap(({ current }) => current());
	shortcuts.find(({ keys }) => keys.includes(key))?.run();
}

/**
 * Keys that act outside of fields and dialogs; with Ctrl or ⌘ only those that declare it. If two
 * parts of a page use the same key, the later one gets it.
 */
export function useShortcuts(name: string, shortcuts: readonly Shortcut[]): void {
	const latest = useRef(shortcuts);
	useLayoutEffect(() => {
		latest.current = shortcuts;
	});
	// With the layout: a key pressed as soon as a part is seen is meant for it.
	useLayoutEffect(() => {
		const registration: Registration = { name, current: () => latest.current };
		if (registered.size === 0) document.addEventListener("keydown", press);
		registered.add(registration);
		return () => {
			registered.delete(registration);
			if (registered.size === 0) document.removeEventListener("keydown", press);
		};
	}, [name]);
}
