import { useSyncExternalStore } from "react";
import { isServiceReachable, serviceRecovery } from "./reachability";

/** At most as long as the router takes to show a page that has come (milliseconds). */
const ARRIVAL = 1_000;
/** Statuses of a proxy in place of an unavailable service, and of the service while it stops. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

let awaited: string | null = null;
const listeners = new Set<() => void>();

function tell(next: string | null): void {
	if (next === awaited) return;
	awaited = next;
	for (const listener of listeners) listener();
}

/** The address of the page that a request of Next's router is for; null for any other request. */
export function pageOf(input: RequestInfo | URL, init: RequestInit | undefined): string | null {
	const headers = new Headers(init?.headers);
	// Next asks for a prefetch again once its page is wanted.
	if (headers.get("rsc") !== "1" || headers.has("next-router-prefetch")) return null;
	if (headers.has("next-router-segment-prefetch") || (init?.method ?? "GET") !== "GET") return null;
	const { pathname, searchParams } = new URL(String(input), window.location.href);
	searchParams.delete("_rsc");
	return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
}

/** Sends a request for a page until the service answers it. */
async function untilAnswered(send: () => Promise<Response>, page: string): Promise<Response> {
	for (let looked = false; ; looked = true) {
		const answer = await send().catch((error: unknown) => {
			if (error instanceof DOMException && error.name === "AbortError") throw error;
			return null;
		});
		if (answer !== null && !AWAY.has(answer.status)) return answer;
		// A connection that broke says little: the service may be there again at once.
		if (!looked && (await isServiceReachable())) continue;
		const { pathname, search } = window.location;
		tell(page === pathname + search ? null : page);
		await serviceRecovery();
	}
}

/**
 * Lets the router wait for a service that is away: on a failed request it would load the page
 * afresh, which ends on an error page of the browser or of a proxy. Next's own `useOffline` is an
 * experiment, and knows nothing of proxies.
 */
export function holdPageRequests(): void {
	const send = window.fetch;
	window.fetch = async (input, init) => {
		const page = pageOf(input, init);
		if (page === null) return send(input, init);
		const answer = await untilAnswered(() => send(input, init), page);
		// Until the page is there, not the one that it replaces.
		if (page === awaited) setTimeout(() => page === awaited && tell(null), ARRIVAL);
		return answer;
	};
}

/** Another page is shown: the requested one, or one from the browser's history. */
export const stopAwaitingPage = (): void => tell(null);

/** The address of the page that was asked for while the service is away; null otherwise. */
export const useAwaitedPage = (): string | null =>
	useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		() => awaited,
		() => null,
	);
