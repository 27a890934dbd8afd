import { randomBytes } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from "node:http";
import { env } from "@/lib/platform/env";
import { PERMISSIONS_POLICY } from "./permissions-policy";

/**
 * Sets security headers of pages. Next reads the nonce for inline scripts from the request's
 * `Content-Security-Policy`; the server sets it without the cost of a proxy.ts. A page rendered at
 * build time has no nonce: Next's response header reveals it, and its policy allows inline scripts,
 * which is safe because such a page has no data of callers.
 * The host of MAP_STYLE_URL may be asked for the map's style, tiles, letters and pictures.
 * Inline styles are allowed: React writes `style` attributes, and the map and the dialogs set them.
 */
export function addPageHeaders(incoming: IncomingMessage, outgoing: ServerResponse, { dev }: { dev: boolean }): void {
	const nonce = randomBytes(16).toString("base64");
	const policy = contentPolicy(`'nonce-${nonce}'`, dev);
	if (!dev) incoming.headers["content-security-policy"] = policy;
	outgoing.setHeader("X-Content-Type-Options", "nosniff");
	outgoing.setHeader("Referrer-Policy", "same-origin");
	outgoing.setHeader("Cross-Origin-Opener-Policy", "same-origin");
	outgoing.setHeader("Cross-Origin-Resource-Policy", "same-origin");
	outgoing.setHeader("Permissions-Policy", PERMISSIONS_POLICY);
	outgoing.setHeader("X-Frame-Options", "DENY");
	outgoing.setHeader("Content-Security-Policy", dev ? contentPolicy("'unsafe-inline'", dev) : policy);
	if (!dev) relaxForPrerendered(outgoing);
}

function relaxForPrerendered(outgoing: ServerResponse): void {
	const writeHead = outgoing.writeHead;
	outgoing.writeHead = function (this: ServerResponse, ...args: unknown[]) {
		const prerendered: OutgoingHttpHeader | undefined = outgoing.getHeader("x-nextjs-prerender");
		if (prerendered !== undefined && !outgoing.headersSent) {
			outgoing.setHeader("Content-Security-Policy", contentPolicy("'unsafe-inline'", false));
		}
		return Reflect.apply(writeHead, this, args);
	} as typeof writeHead;
}

/** The origin of the operator's style, after a blank; nothing without one. */
export const mapHost = (style: string | undefined): string => (style === undefined ? "" : ` ${new URL(style).origin}`);

function contentPolicy(inlineScripts: string, dev: boolean): string {
	const map = mapHost(env().MAP_STYLE_URL);
	return [
		"default-src 'self'",
		// Hot reloading evaluates code and keeps a web socket open.
		`script-src 'self' ${inlineScripts}${dev ? " 'unsafe-eval'" : ""}`,
		`connect-src 'self'${map}${dev ? " ws: wss:" : ""}`,
		"style-src 'self' 'unsafe-inline'",
		`img-src 'self' data: blob:${map}`,
		"font-src 'self' data:",
		"worker-src 'self' blob:",
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
	].join("; ");
}
