import type { ServerResponse } from "node:http";
import type { ErrorType } from "@/lib/contract/primitives";
import type { ApiFamily } from "@/lib/http/routes/api-family";
import { COMMON_HEADERS, errorEnvelope, tokenErrorEnvelope } from "@/lib/http/routes/envelopes";

/** An answer of the server itself, before or instead of a route's. */
export interface Refusal {
	readonly status: number;
	readonly errorType: ErrorType;
	/** One sentence for the caller. */
	readonly message: string;
	readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The body of a refusal as JSON, in the envelope of the path's family; by default the management
 * API's.
 */
export function refusalBody(family: ApiFamily | undefined, { errorType, message }: Refusal): string {
	return JSON.stringify(family === "token" ? tokenErrorEnvelope(message) : errorEnvelope(errorType, message));
}

/** Sends a refusal, or cuts the connection when an answer has begun. */
export function refuse(outgoing: ServerResponse, family: ApiFamily | undefined, refusal: Refusal): void {
	if (outgoing.headersSent) {
		outgoing.destroy();
		return;
	}
	if (refusal.status === 204) {
		outgoing.writeHead(204, { ...COMMON_HEADERS, ...refusal.headers }).end();
		return;
	}
	const body = refusalBody(family, refusal);
	outgoing.writeHead(refusal.status, {
		...COMMON_HEADERS,
		"Content-Type": "application/json",
		"Content-Length": Buffer.byteLength(body),
		...refusal.headers,
	});
	outgoing.end(body);
}

/** The refusal as a `Response`, for callers that expect a handler's answer. */
export function refusalResponse(family: ApiFamily | undefined, refusal: Refusal): Response {
	return new Response(refusalBody(family, refusal), {
		status: refusal.status,
		headers: { ...COMMON_HEADERS, "Content-Type": "application/json", ...refusal.headers },
	});
}

export const NOT_FOUND: Refusal = { status: 404, errorType: "NotFound", message: "resource not found" };

/** The answer to an internal error, with an id to report. */
export function internalError(requestId: string): Refusal {
	const message = `internal error: report it with the request id ${requestId}`;
	return { status: 500, errorType: "Internal", message };
}
