import { servicePath } from "./service-path";

/** The one policy of Trusted Types that pages may have (`lib/processes/server/content-policy.ts`). */
interface TrustedTypes {
	createPolicy(
		name: "default",
		rules: {
			createScriptURL: (address: string) => string | null;
			createHTML: (markup: string, type: string, sink: string) => string | null;
		},
	): unknown;
}

const PLACES = ["/_next/static/", "/maplibre/"];

/** Scripts and workers come from the build; everything else that would run as a script is refused. */
export function ownScript(address: string): string | null {
	const { origin, pathname } = new URL(address, window.location.href);
	const own = origin === window.location.origin && PLACES.some((place) => pathname.startsWith(servicePath(place)));
	return own ? address : null;
}

/**
 * Markup that libraries read by script: the map's, whose attributions become a document of their own
 * in which nothing runs and which it cleans, and React's, which makes an empty script this way.
 */
export function harmlessMarkup(markup: string, _type: string, sink: string): string | null {
	return sink === "DOMParser parseFromString" || markup === "<script></script>" ? markup : null;
}

/**
 * Has the browser ask before anything is loaded or read as a script, and tells two libraries by the
 * names that they read: the one that styles dialogs the page's nonce, and zod that it must not try
 * eval, which it does for speed when the first schema is made. Must run before any other script of
 * the pages.
 */
export function setScriptPolicy(): void {
	const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
	trustedTypes?.createPolicy("default", { createScriptURL: ownScript, createHTML: harmlessMarkup });
	const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
	Object.assign(window, { __webpack_nonce__: nonce, __zod_globalConfig: { jitless: true } });
}
