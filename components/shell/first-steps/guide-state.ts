import { useSyncExternalStore } from "react";
import type { SessionUser } from "@/components/kit/session/session";
import { send } from "@/lib/browser/api";

/**
 * What a person wants of the first steps: `open` once they have been shown and until the last is
 * done, `gone` when they are done or were put away, null before. It is kept on their account. What
 * is done is the service's to say.
 */
export type GuideWish = SessionUser["guide"];

const listeners = new Set<() => void>();
/** What was set since the page was loaded. */
const set = new Map<string, GuideWish>();
/** Whose last step was done just now: the steps stay until their page is left. */
let finished: string | null = null;

const tell = () => {
	for (const listener of listeners) listener();
};

function write({ id, guide }: SessionUser, wish: "open" | "gone"): void {
	if ((set.get(id) ?? guide) === wish) return;
	set.set(id, wish);
	// Without an answer the wish lasts as long as the page.
	send("PUT /api/account/guide", { body: { guide: wish } }).catch(() => undefined);
	tell();
}

const subscribe = (listener: () => void) => {
	listeners.add(listener);
	return () => void listeners.delete(listener);
};

/** Shows the first steps on the overview, also where they were put away or are long done. */
export function openGuide(user: SessionUser): void {
	finished = null;
	write(user, "open");
}

/** Puts the first steps away; the help brings them back. */
export function putGuideAway(user: SessionUser): void {
	finished = null;
	write(user, "gone");
	tell();
}

/**
 * The last step is done: the steps stay visible until `leaveGuide` and no longer appear
 * automatically.
 */
export function finishGuide(user: SessionUser): void {
	finished = user.id;
	write(user, "gone");
}

/** The page that shows the steps was left. */
export function leaveGuide(): void {
	finished = null;
}

/** What the person wants. */
export const useGuideWish = ({ id, guide }: SessionUser): GuideWish =>
	useSyncExternalStore(
		subscribe,
		() => set.get(id) ?? guide,
		() => guide,
	);

/** Whether the last step was done on this page. */
export const useJustFinished = ({ id }: SessionUser): boolean =>
	useSyncExternalStore(
		subscribe,
		() => finished === id,
		() => false,
	);
