import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { developmentPolicy, filePolicy, pagePolicy } from "./content-policy";
import { type InlineHashes, NO_HASHES } from "./inline-hashes";
import { PERMISSIONS_POLICY } from "./permissions-policy";

interface PageHeaderOptions {
	dev: boolean;
	prerendered?: InlineHashes | undefined;
	ancestors?: readonly string[];
}

/**
 * Sets security headers of pages and their files. Next reads the nonce for inline scripts from the
 * request's `Content-Security-Policy`; the server sets it without the cost of a proxy.ts.
 * @param prerendered of pages that were rendered at build time
 * @param ancestors origins whose pages may show this one in a frame
 */
export function addPageHeaders(
	incoming: IncomingMessage,
	outgoing: ServerResponse,
	{ dev, prerendered = NO_HASHES, ancestors = [] }: PageHeaderOptions,
): void {
	outgoing.setHeader("X-Content-Type-Options", "nosniff");
	outgoing.setHeader("Referrer-Policy", "same-origin");
	outgoing.setHeader("Cross-Origin-Opener-Policy", "same-origin");
	outgoing.setHeader("Cross-Origin-Resource-Policy", "same-origin");
	outgoing.setHeader("Permissions-Policy", PERMISSIONS_POLICY);
	outgoing.setHeader("X-Frame-Options", "DENY");
	if (dev) {
		if (ancestors.length > 0) outgoing.removeHeader("X-Frame-Options");
		outgoing.setHeader("Content-Security-Policy", developmentPolicy(ancestors));
		return;
	}
	const nonce = randomBytes(16).toString("base64");
	incoming.headers["content-security-policy"] = pagePolicy(nonce, NO_HASHES);
	outgoing.setHeader("Content-Security-Policy", filePolicy());
	addPolicyOfPage(outgoing, (hashes, by) => pagePolicy(nonce, hashes, by), { prerendered, ancestors });
}

/** Whether an answer is a page shows when its headers are complete. */
function addPolicyOfPage(
	outgoing: ServerResponse,
	policyWith: (hashes: InlineHashes, ancestors: readonly string[]) => string,
	{ prerendered, ancestors }: Required<Omit<PageHeaderOptions, "dev">> & { prerendered: InlineHashes },
): void {
	const writeHead = outgoing.writeHead;
	outgoing.writeHead = function (this: ServerResponse, ...args: unknown[]) {
		const isPage = String(outgoing.getHeader("Content-Type") ?? "").startsWith("text/html");
		if (isPage && !outgoing.headersSent) {
			// Next answers an error with the page of the build when it can render no other one.
			const fromBuild = outgoing.getHeader("x-nextjs-prerender") !== undefined || outgoing.statusCode >= 500;
			// An error page of the same address is framed by nobody.
			const framed = outgoing.statusCode === 200 ? ancestors : [];
			if (framed.length > 0) outgoing.removeHeader("X-Frame-Options");
			outgoing.setHeader("Content-Security-Policy", policyWith(fromBuild ? prerendered : NO_HASHES, framed));
		}
		return Reflect.apply(writeHead, this, args);
	} as typeof writeHead;
}
