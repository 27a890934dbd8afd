import { useSyncExternalStore } from "react";
import { keepText, keptText } from "@/lib/browser/storage";

const SETTING = "inbox-notifications";
const STORAGE_KEY = "inbox-notified";

const listeners = new Set<() => void>();

/** Whether the reader wants notifications in this browser, and the browser allows them. */
export type NotificationState = "on" | "off" | "denied" | "unsupported";

function stateNow(): NotificationState {
	if (typeof Notification === "undefined" || !window.isSecureContext) return "unsupported";
	if (Notification.permission === "denied") return "denied";
	return Notification.permission === "granted" && keptText(SETTING) === "on" ? "on" : "off";
}

function write(name: string, value: string): void {
	keepText(name, value);
	for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	// Other tabs change it, too.
	window.addEventListener("storage", listener);
	return () => {
		listeners.delete(listener);
		window.removeEventListener("storage", listener);
	};
}

export const useNotificationState = (): NotificationState =>
	useSyncExternalStore(subscribe, stateNow, () => "unsupported");

/** Asks the browser, which asks the reader; only after their click. */
export async function turnNotificationsOn(): Promise<void> {
	const permission = await Notification.requestPermission();
	write(SETTING, permission === "granted" ? "on" : "off");
}

export const turnNotificationsOff = (): void => write(SETTING, "off");

/**
 * Takes the items of which no tab of this browser has notified the reader. The first time there are
 * none: what is old is no news.
 */
export function takeNews<Item extends { readonly id: string }>(items: readonly Item[]): Item[] {
	const told = keptText(STORAGE_KEY);
	const [newest] = items;
	if (newest !== undefined && (told === null || BigInt(newest.id) > BigInt(told))) write(STORAGE_KEY, newest.id);
	return told === null ? [] : items.filter(({ id }) => BigInt(id) > BigInt(told));
}
