/** A page that the server renders. */
export interface RenderedPage {
	/** Epoch milliseconds. */
	readonly now: number;
	/** The reader's time zone, which their browser has told by {@link ZONE_COOKIE}; null before that. */
	readonly zone: string | null;
	/** Scheme, host and port in the reader's browser. */
	readonly origin: string;
	/**
	 * The position in the event stream before the page's first answer (docs/contract.md, Events);
	 * null without an answer.
	 */
	readonly position: string | null;
}

/**
 * How a page reaches the service while the server renders it: in the server's own process, as its
 * reader, by the declared routes with their order of checks.
 */
export interface PageRendering {
	/** Answers a request for an address of the service. Rejects when the page waits no longer. */
	fetch(address: string, init: RequestInit): Promise<Response>;
	/** The page that is being rendered. */
	page(): RenderedPage | undefined;
}

/** The cookie by which a browser tells its time zone. */
export const ZONE_COOKIE = "zone";

const KEY = Symbol.for("targeting-service.page-rendering");
const holder = globalThis as { [KEY]?: PageRendering };

/** Set by the server; undefined in browsers, and where pages are rendered without the server. */
export const pageRendering = (): PageRendering | undefined => holder[KEY];

/** Sets how pages that are rendered in this process reach the service. */
export function setPageRendering(rendering: PageRendering): void {
	holder[KEY] = rendering;
}
