import { useSyncExternalStore } from "react";

export const HELP_PARTS = ["keys", "statuses", "first-steps"] as const;
export type HelpPart = (typeof HELP_PARTS)[number];

let part: HelpPart | null = null;
const listeners = new Set<() => void>();

function set(next: HelpPart | null) {
	part = next;
	for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
	listeners.add(listener);
	return () => void listeners.delete(listener);
};

/** Opens the help of every page at one of its parts. */
export const openHelp = (at: HelpPart = "keys"): void => set(at);
export const closeHelp = (): void => set(null);

/** The part of the help that is open, or null. */
export const useHelpPart = (): HelpPart | null =>
	useSyncExternalStore(
		subscribe,
		() => part,
		() => null,
	);
