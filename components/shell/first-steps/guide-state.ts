import { useSyncExternalStore } from "react";

/**
 * What a person wants of the first steps, in this browser: `open` once they have been shown and
 * until the last is done, `gone` when they are done or were put away, null before. What is done is
 * the service's to say, and is not kept here.
 */
export type GuideWish = "open" | "gone" | null;

const listeners = new Set<() => void>();
/** What was set on this page, also where the browser keeps nothing. */
const set = new Map<string, GuideWish>();
/** Whose last step was done just now: the steps stay until their page is left. */
let answered: string | null = null;

const nameOf = (userId: string) => `first-steps ${userId}`;
const tell = () => {
	for (const listener of listeners) listener();
};

function read(userId: string): GuideWish {
	const own = set.get(userId);
	if (own !== undefined) return own;
	try {
		const kept = localStorage.getItem(nameOf(userId));
		return kept === "open" || kept === "gone" ? kept : null;
	} catch {
		return null;
	}
}

function write(userId: string, wish: "open" | "gone"): void {
	set.set(userId, wish);
	try {
		localStorage.setItem(nameOf(userId), wish);
	} catch {
		// Without storage the wish lasts as long as the page.
	}
	tell();
}

const subscribe = (listener: () => void) => {
	listeners.add(listener);
	return () => void listeners.delete(listener);
};

/** Shows the first steps on the overview, also where they were put away or are long done. */
export function openGuide(userId: string): void {
	answered = null;
	write(userId, "open");
}

/** Puts the first steps away; the help brings them back. */
export function putGuideAway(userId: string): void {
	answered = null;
	write(userId, "gone");
}

/**
 * The last step is done: the steps stay visible until `leaveGuide` and no longer appear
 * automatically.
 */
export function finishGuide(userId: string): void {
	answered = userId;
	write(userId, "gone");
}

/** The page that shows the steps was left. */
export function leaveGuide(): void {
	answered = null;
}

/** What the person wants; null while the page is rendered on the server. */
export const useGuideWish = (userId: string): GuideWish =>
	useSyncExternalStore(
		subscribe,
		() => read(userId),
		() => null,
	);

/** Whether the last step was done on this page. */
export const useJustAnswered = (userId: string): boolean =>
	useSyncExternalStore(
		subscribe,
		() => answered === userId,
		() => false,
	);
