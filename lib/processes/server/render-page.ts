import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import { type PageRendering, type RenderedPage, ZONE_COOKIE } from "@/lib/contract/page-rendering";
import { eventPosition } from "@/lib/domain/events/event-position";
import { cookieOf } from "@/lib/http/routes/authenticate";
import { ATTRIBUTE_HEADER_PREFIX } from "@/lib/http/routes/request-attributes";
import type { ApiServer } from "./api-server/api-server";
import type { RequestContext } from "./request-context";
import { isUnusable, parseRequestTarget, withoutBasePath } from "./request-target";

/** How long a page waits for its answers, from the first that it asks for: its browser asks for the others. */
const WAIT_MS = 2_500;

/** A position names each transaction that runs, and stands in an address. */
const LONGEST_POSITION = 1_000;

interface Page extends RenderedPage {
	readonly headers: Headers;
	readonly requestId: string;
	readonly apiServer: ApiServer;
	readonly basePath: string;
	/** From the first question on: until then the page's code is loaded, and the machine may have just started. */
	waits?: AbortSignal;
	/** Asked for once, before the first answer. */
	begun?: Promise<void>;
	position: string | null;
}

const pages = new AsyncLocalStorage<Page>();

/**
 * Renders a page by `next`; its queries are answered within this process by the API's routes, with
 * the cookie of its reader.
 */
export function renderPage(
	incoming: IncomingMessage,
	{ requestId, origin }: Pick<RequestContext, "requestId" | "origin">,
	{ apiServer, basePath }: Pick<Page, "apiServer" | "basePath">,
	next: () => Promise<void>,
): Promise<void> {
	const headers = new Headers({ Accept: "application/json" });
	for (const [name, value] of Object.entries(incoming.headers)) {
		const counts = name === "cookie" || name.startsWith(ATTRIBUTE_HEADER_PREFIX);
		if (counts && typeof value === "string") headers.set(name, value);
	}
	const page = { headers, requestId, origin, apiServer, basePath };
	return pages.run({ ...page, now: Date.now(), zone: zoneOf(headers), position: null }, next);
}

/** How pages that are rendered in this process reach the service. */
export const answersOfPages: PageRendering = {
	fetch: (address, { method = "GET" }) => {
		const page = pages.getStore();
		if (page === undefined || method !== "GET") return Promise.reject(new Error("no page is rendered"));
		page.waits ??= AbortSignal.timeout(WAIT_MS);
		return untilAborted(answer(page, address), page.waits);
	},
	page: () => pages.getStore(),
};

/** The time zone that the browser has told; null for one that this machine does not know. */
function zoneOf(headers: Headers): string | null {
	const zone = cookieOf({ headers }, ZONE_COOKIE);
	try {
		return zone === undefined
			? null
			: new Intl.DateTimeFormat("en", { timeZone: decodeURIComponent(zone) }).resolvedOptions().timeZone;
	} catch {
		return null;
	}
}

async function answer(page: Page, address: string): Promise<Response> {
	const { headers, requestId, apiServer, basePath } = page;
	const target = parseRequestTarget(withoutBasePath(address, basePath) ?? "");
	if (isUnusable(target)) throw new Error(target.problem);
	page.begun ??= eventPosition().then((position) => {
		if (position.length <= LONGEST_POSITION) page.position = position;
	});
	await page.begun;
	const request = new Request(`http://localhost${target.path}${target.query}`, { headers });
	return apiServer.answer(request, { target, context: { requestId } });
}

/** Rejects when the page waits no longer; the answer is then read by nobody. */
function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
	return new Promise((resolve, reject) => {
		promise.then(resolve, reject);
		const stop = () => reject(signal.reason);
		if (signal.aborted) stop();
		else signal.addEventListener("abort", stop, { once: true });
	});
}
