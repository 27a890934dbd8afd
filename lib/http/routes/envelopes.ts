import { API_VERSION, type ErrorType } from "@/lib/contract/primitives";
import type { Page } from "@/lib/domain/lists/page";
import type { DomainErrorKind } from "@/lib/rules/errors";

/** Headers of every answer: the specification puts a secret in the query string, so nothing may keep or pass on the address. */
export const COMMON_HEADERS = {
	"Cache-Control": "no-store",
	"Referrer-Policy": "no-referrer",
	"X-Content-Type-Options": "nosniff",
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
 * A JSON body with headers as they are, which is how the server's adapter takes them fastest: `Response.json` makes Headers of them,
 * which it would have to take apart again.
 */
export const jsonResponse = (body: unknown, status: number, headers: Readonly<Record<string, string>>) =>
	new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });

/** HTTP status of each kind of error (design.md section 4, item 2). */
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

/** Error envelope of the token API. */
export const tokenErrorEnvelope = (message: string) => ({ status: "error", message, version: API_VERSION });
