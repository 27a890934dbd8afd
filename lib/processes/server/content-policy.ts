import { env } from "@/lib/platform/env";
import type { InlineHashes } from "./inline-hashes";

/**
 * The style element that sonner adds to a page by script, first empty and then with its text. The
 * library takes no nonce; the test compares these with the installed version.
 */
export const TOAST_STYLES = [
	"'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
	"'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
] as const;

/** The origin of the operator's style, after a blank; nothing without one. */
export const mapHost = (style: string | undefined): string => (style === undefined ? "" : ` ${new URL(style).origin}`);

/**
 * The policy of a page: scripts and style elements by nonce, or by hash where a page was rendered
 * at build time. Scripts are loaded through the policy of `lib/browser/script-policy.ts` alone.
 * Styles that scripts set on an element are no inline styles. Pages may request the map's style,
 * tiles, letters and pictures from the host of MAP_STYLE_URL.
 * @param ancestors origins whose pages may show it in a frame
 */
export function pagePolicy(
	nonce: string,
	{ scripts, styles, attributes }: InlineHashes,
	ancestors: readonly string[] = [],
): string {
	const map = mapHost(env().MAP_STYLE_URL);
	return [
		"default-src 'self'",
		list("script-src 'self'", `'nonce-${nonce}'`, ...scripts),
		`connect-src 'self'${map}`,
		list("style-src 'self'", `'nonce-${nonce}'`, ...TOAST_STYLES, ...styles),
		attributes.length === 0 ? "style-src-attr 'none'" : list("style-src-attr 'unsafe-hashes'", ...attributes),
		`img-src 'self' data: blob:${map}`,
		"font-src 'self' data:",
		"worker-src 'self'",
		...limits(ancestors),
		"require-trusted-types-for 'script'",
		"trusted-types default",
	].join("; ");
}

/** The policy of scripts, pictures and other files, which workers run under. */
export const filePolicy = (): string => {
	const map = mapHost(env().MAP_STYLE_URL);
	return ["default-src 'self'", `connect-src 'self'${map}`, `img-src 'self' data: blob:${map}`, ...limits()].join("; ");
};

/** In development, hot reloading evaluates code, adds styles and keeps a web socket open. */
export const developmentPolicy = (ancestors: readonly string[] = []): string => {
	const map = mapHost(env().MAP_STYLE_URL);
	return [
		"default-src 'self'",
		"script-src 'self' 'unsafe-inline' 'unsafe-eval'",
		`connect-src 'self'${map} ws: wss:`,
		"style-src 'self' 'unsafe-inline'",
		`img-src 'self' data: blob:${map}`,
		"font-src 'self' data:",
		...limits(ancestors),
	].join("; ");
};

const limits = (ancestors: readonly string[] = []) => [
	"object-src 'none'",
	"base-uri 'none'",
	"form-action 'self'",
	list("frame-ancestors", ...(ancestors.length === 0 ? ["'none'"] : ancestors)),
];

const list = (...parts: string[]) => parts.join(" ");
