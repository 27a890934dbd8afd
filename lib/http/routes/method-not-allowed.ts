import { familyOfPath } from "./api-family";
import { COMMON_HEADERS, errorEnvelope, tokenErrorEnvelope } from "./envelopes";

const KNOWN_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** The request headers that browsers of other origins may send: the bearer token, and every header that a route minds. */
const CROSS_ORIGIN_HEADERS =
	"Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Range, X-Build-Digest";

/**
 * The value of `Allow` for the methods that a route implements: HEAD comes with GET, OPTIONS always.
 * Takes the names that a route exports; others than methods are ignored.
 */
export function allowHeader(implemented: Iterable<string>): string {
	const names = new Set(implemented);
	if (names.has("GET")) names.add("HEAD");
	return [...KNOWN_METHODS.filter((method) => names.has(method)), "OPTIONS"].join(", ");
}

/** The answer to a method that a route does not implement: 405 with `Allow`, in the envelope of the request's family. */
export function methodNotAllowed(request: Request, implemented: Iterable<string>): Response {
	const allow = allowHeader(implemented);
	const body =
		familyOfPath(new URL(request.url).pathname) === "token"
			? tokenErrorEnvelope("method not allowed")
			: errorEnvelope("MethodNotAllowed", `method not allowed: this resource accepts ${allow}`);
	return new Response(JSON.stringify(body), {
		status: 405,
		headers: { ...COMMON_HEADERS, "Content-Type": "application/json", Allow: allow },
	});
}

/** The answer to OPTIONS: 204 with `Allow`, and what a browser's preflight asks for (design.md section 4, items 1 and 2). */
export function optionsAnswer(implemented: Iterable<string>): Response {
	const allow = allowHeader(implemented);
	return new Response(null, {
		status: 204,
		headers: {
			...COMMON_HEADERS,
			Allow: allow,
			"Access-Control-Allow-Methods": allow,
			"Access-Control-Allow-Headers": CROSS_ORIGIN_HEADERS,
			"Access-Control-Max-Age": "600",
		},
	});
}
