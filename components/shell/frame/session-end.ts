import { useSyncExternalStore } from "react";
import { isLeavingGuarded } from "@/components/kit/session/leaving";
import { forgetReaders } from "@/lib/browser/forget-readers";
import { pathInService, servicePath } from "@/lib/browser/service-path";

/** Marks unfinished input: an open form in a dialog, or selected rows. */
const UNFINISHED = "[role='dialog'] form, [data-unfinished]";

let ended = false;
/** Whether the sign-in page is on its way: every answer that still comes says the same. */
let leaving = false;
/** When the reader last signed in again on this page; of `performance.now()`. */
let resumedAt = Number.NEGATIVE_INFINITY;
/** Listeners of the dialog that asks for the password. */
const listeners = new Set<() => void>();
const leavingListeners = new Set<() => void>();

function tell(next: boolean): void {
	ended = next;
	for (const listener of listeners) listener();
}

/** Redirects to the sign-in page, which returns to the current page. */
export function goToSignIn(): void {
	const { pathname, search } = window.location;
	const query = new URLSearchParams({ callbackUrl: pathInService(pathname) + search, ended: "true" });
	window.location.assign(servicePath(`/signin?${query}`));
}

/**
 * Handles an ended session. With unfinished input the page stays and asks for the password;
 * otherwise it redirects to sign-in.
 * @param sentAt when the refused request was sent: one from before the last sign-in belongs to the
 *   old session
 */
export function endSession(sentAt: number): void {
	if (ended || leaving || sentAt < resumedAt || window.location.pathname === servicePath("/signin")) return;
	const unfinished = isLeavingGuarded() || document.querySelector(UNFINISHED) !== null;
	if (unfinished && listeners.size > 0) {
		tell(true);
		return;
	}
	setLeaving(true);
	// A browser may show the page again as it was.
	window.addEventListener("pageshow", stay, { once: true });
	goToSignIn();
}

function stay(): void {
	setLeaving(false);
}

function setLeaving(next: boolean): void {
	leaving = next;
	for (const listener of leavingListeners) listener();
}

/**
 * Ends the session by `signOut` and goes to the address that it returns, or to the sign-in page.
 * Requests that are refused meanwhile are ignored.
 * @throws errors of `signOut`; the page stays then
 */
export async function leaveSession(signOut: () => Promise<string | null>): Promise<void> {
	setLeaving(true);
	let next: string | null;
	try {
		next = await signOut();
		forgetReaders();
	} catch (error) {
		stay();
		throw error;
	}
	window.addEventListener("pageshow", stay, { once: true });
	window.location.assign(next ?? servicePath("/signin"));
}

/** The reader has signed in again on the page. */
export function resumeSession(): void {
	resumedAt = performance.now();
	tell(false);
}

const subscribeTo = (set: Set<() => void>) => (listener: () => void) => {
	set.add(listener);
	return () => void set.delete(listener);
};
const subscribe = subscribeTo(listeners);
const subscribeToLeaving = subscribeTo(leavingListeners);

/** Whether the page waits for its reader to sign in again. */
export const useSessionEnded = (): boolean =>
	useSyncExternalStore(
		subscribe,
		() => ended,
		() => false,
	);

/** Whether the sign-in page is about to replace this one, which then needs no more data. */
export const useLeavingSession = (): boolean =>
	useSyncExternalStore(
		subscribeToLeaving,
		() => leaving,
		() => false,
	);
