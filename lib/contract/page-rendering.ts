/**
 * How a page reaches the service while the server renders it: in the server's own process, as its
 * reader, by the declared routes with their order of checks.
 */
export interface PageRendering {
	/** Answers a request for an address of the service. Rejects when the page waits no longer. */
	fetch(address: string, init: RequestInit): Promise<Response>;
	/**
	 * The position in the event stream before this page's first answer (docs/contract.md, Events);
	 * null without an answer.
	 */
	position(): string | null;
}

const KEY = Symbol.for("targeting-service.page-rendering");
const holder = globalThis as { [KEY]?: PageRendering };

/** Set by the server; undefined in browsers, and where pages are rendered without the server. */
export const pageRendering = (): PageRendering | undefined => holder[KEY];

/** Sets how pages that are rendered in this process reach the service. */
export function setPageRendering(rendering: PageRendering): void {
	holder[KEY] = rendering;
}
