import { familyOfPath } from "./api-family";
import { COMMON_HEADERS, errorEnvelope, tokenErrorEnvelope } from "./envelopes";

const KNOWN_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/**
 * The request headers allowed from other origins: the bearer token and every header that a route
 * reads.
 */
const CROSS_ORIGIN_HEADERS =
	"Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Prefer, Range, X-Build-Digest, X-Program";

/**
 * Gives the `Allow` value for a route's methods: HEAD comes with GET, OPTIONS always. Takes the
 * exported names and ignores those that are no methods.
 */
export function allowHeader(implemented: Iterable<string>): string {
	const names = new Set(implemented);
	if (names.has("GET")) names.add("HEAD");
	return [...KNOWN_METHODS.filter((method) => names.has(method)), "OPTIONS"].join(", ");
}

/** Answers an unimplemented method: 405 with `Allow`, in the envelope of the path's family. */
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

/**
 * Answers OPTIONS and preflights: 204 with `Allow` (docs/contract.md, Methods, paths and headers).
 */
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
