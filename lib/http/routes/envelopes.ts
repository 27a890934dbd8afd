import { API_VERSION, type ErrorType } from "@/lib/contract/primitives";
import type { Page } from "@/lib/domain/lists/page";
import type { DomainErrorKind } from "@/lib/rules/errors";

/**
 * Headers of every answer. The contract puts a secret in the query string, so no cache or referrer
 * may keep the address. Other origins read answers by CORS alone, not as a script or a picture; an
 * answer that is opened as a page loads and runs nothing.
 */
export const COMMON_HEADERS = {
	"Cache-Control": "no-store",
	"Referrer-Policy": "no-referrer",
	"X-Content-Type-Options": "nosniff",
	"Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Access-Control-Allow-Origin": "*",
	"Access-Control-Expose-Headers":
		"X-Request-Id, ETag, Retry-After, Idempotency-Replayed, Content-Range, Content-Disposition",
} as const;

export const itemEnvelope = (data: unknown) => ({ version: API_VERSION, status: "OK", response: { data } });
export const emptyEnvelope = () => ({ version: API_VERSION, status: "OK", response: {} });
export const listEnvelope = (page: Page<unknown>) => ({
	version: API_VERSION,
	status: "OK",
	response: { data: page.rows, included_row_count: page.rows.length, total_row_count: page.total },
});

/**
 * Builds a JSON response with plain headers: `Response.json` makes a Headers object, which costs
 * the server's adapter time.
 */
export const jsonResponse = (body: unknown, status: number, headers: Readonly<Record<string, string>>) =>
	new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });

/** The HTTP status of each kind of error (docs/contract.md, Errors). */
export const ERROR_STATUS: Record<DomainErrorKind | "Internal" | "MethodNotAllowed", number> = {
	InvalidArgument: 400,
	Auth: 401,
	Forbidden: 403,
	NotFound: 404,
	MethodNotAllowed: 405,
	InvalidState: 409,
	VersionMismatch: 412,
	TooLarge: 413,
	UnsupportedMediaType: 415,
	IdempotencyMismatch: 422,
	Throttled: 429,
	Internal: 500,
	Unavailable: 503,
};

export const errorEnvelope = (errorType: ErrorType, message: string, detail: Record<string, unknown> = {}) => ({
	version: API_VERSION,
	status: "error",
	error_type: errorType,
	message,
	...detail,
});

/** The error envelope of the token API. */
export const tokenErrorEnvelope = (message: string) => ({ status: "error", message, version: API_VERSION });
