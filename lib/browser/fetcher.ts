import { API_VERSION, ERROR_TYPES } from "@/lib/contract/constants";
import { pageRendering } from "@/lib/contract/page-rendering";
import type { ErrorResponse, ErrorType } from "@/lib/contract/primitives";
import { ApiError, NetworkError } from "./api-error";
import { confirmed } from "./confirmation";
import { servicePath } from "./service-path";
import { reportSignedOut } from "./signed-out";

export type QueryParameters = Readonly<Record<string, string | number | boolean | undefined>>;

export interface RequestOptions {
	method?: string;
	query?: QueryParameters;
	headers?: Record<string, string>;
	body?: BodyInit;
	signal?: AbortSignal;
}

/** A page of a list: its rows, and the total. */
export interface Page<T> {
	rows: T[];
	total: number;
}

/** Builds the address of a request below the service's path, without undefined parameters. */
export function address(path: string, query: QueryParameters = {}): string {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value !== undefined) parameters.set(name, String(value));
	}
	const search = parameters.toString();
	return servicePath(search === "" ? path : `${path}?${search}`);
}

/** Checks for the contract's `errorResponse` without loading zod. */
function isErrorResponse(body: unknown): body is ErrorResponse {
	if (typeof body !== "object" || body === null) return false;
	const { version, status, error_type, message } = body as Partial<Record<string, unknown>>;
	return (
		version === API_VERSION &&
		status === "error" &&
		ERROR_TYPES.some((known) => known === error_type) &&
		typeof message === "string" &&
		message !== ""
	);
}

/**
 * Builds the error of a response; never throws, whatever the body. Takes the time of the request as
 * `sentAt`.
 */
function toApiError(status: number, text: string, requestId: string | null, sentAt: number): ApiError {
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch {
		body = undefined;
	}
	if (isErrorResponse(body)) {
		const { version: _version, status: _status, error_type, message, ...detail } = body;
		return new ApiError({ status, errorType: error_type, message, requestId, sentAt, detail });
	}
	// The service answers in its envelope and with an id; a proxy mostly in HTML.
	const { errorType, message } = proxyAnswer(status);
	return new ApiError({ status, errorType, message, requestId, sentAt, byProxy: true });
}

/** Words an answer from another server than the service. */
function proxyAnswer(status: number): { errorType: ErrorType; message: string } {
	switch (status) {
		case 413:
			return {
				errorType: "TooLarge",
				message:
					"This is larger than a proxy in front of the service lets through (413). Ask your administrator to raise the proxy's limit.",
			};
		case 429:
			return {
				errorType: "Throttled",
				message: "A proxy in front of the service holds requests back (429). Wait a moment, then try again.",
			};
		case 502:
		case 503:
			return {
				errorType: "Unavailable",
				message: `A proxy in front of the service cannot reach it (${status}). Try again in a moment.`,
			};
		case 504:
			return {
				errorType: "Unavailable",
				message:
					"A proxy in front of the service stopped waiting for its answer (504). Reload the page to see whether it was done.",
			};
		default:
			return {
				errorType: "Internal",
				message: `Something in front of the service answered in its place (${status}). Try again, or ask your administrator.`,
			};
	}
}

/** Makes the error of a refused request of a page, and reports a 401 as the end of the session. */
export function refusal(status: number, text: string, requestId: string | null, sentAt: number): ApiError {
	if (status === 401) reportSignedOut(sentAt);
	return toApiError(status, text, requestId, sentAt);
}

/** Parses a successful body. */
export function readBody(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new ApiError({
			status: 200,
			errorType: "Unavailable",
			message:
				"Something in front of the service answered in its place, such as your network's sign-in page. Reload this page.",
			requestId: null,
			sentAt: performance.now(),
			byProxy: true,
		});
	}
}

/** Whether the browser itself says so; outside of browsers it never does. */
const isOffline = () => typeof navigator !== "undefined" && navigator.onLine === false;

/**
 * Sends a request with the session's cookie (same origin), again once its reader has confirmed that
 * it is them where that is asked for, and gives the body. Throws `ApiError` for an error answer and
 * `NetworkError` without one; rethrows an abort.
 */
export async function request(path: string, options: RequestOptions = {}): Promise<unknown> {
	const text = () => answerOf(path, options, (response) => response.text());
	try {
		return readBody(await text());
	} catch (error) {
		// Nothing was done: once the reader has confirmed, the request is sent again as it was.
		if (!(error instanceof ApiError) || error.detail.reason !== "confirmation_required") throw error;
		if (!(await confirmed())) throw error;
		return readBody(await text());
	}
}

/** Gives an answer that is a file. Throws as `request` does. */
export const requestFile = (path: string, options: RequestOptions): Promise<Blob> =>
	answerOf(path, options, (response) => response.blob());

async function answerOf<Body>(
	path: string,
	options: RequestOptions,
	read: (response: Response) => Promise<Body>,
): Promise<Body> {
	const { method = "GET", query, headers, body, signal } = options;
	const sentAt = performance.now();
	const offline = isOffline();
	let refused: { response: Response; text: string };
	try {
		const rendering = pageRendering();
		const send = rendering?.page() === undefined ? fetch : rendering.fetch;
		const response = await send(address(path, query), {
			method,
			headers: { Accept: "application/json", ...headers },
			credentials: "same-origin",
			cache: "no-store",
			...(body === undefined ? {} : { body }),
			...(signal === undefined ? {} : { signal }),
		});
		if (response.ok) return await read(response);
		refused = { response, text: await response.text() };
	} catch (error) {
		if (signal?.aborted === true) throw error;
		throw new NetworkError({ cause: error, offline });
	}
	throw refusal(refused.response.status, refused.text, refused.response.headers.get("x-request-id"), sentAt);
}

/** An envelope (docs/contract.md, Envelopes). */
interface Envelope {
	response: { data?: unknown; total_row_count?: number; included_row_count?: number };
}

const isEnvelope = (body: unknown): body is Envelope => typeof body === "object" && body !== null && "response" in body;

/** Gives the item or the page of an envelope, null for an empty one, and any other body back. */
export function contentOf(body: unknown): unknown {
	if (!isEnvelope(body)) return body;
	const { data, total_row_count: total, included_row_count: _included, ...more } = body.response;
	if (total !== undefined) return { rows: data, total, ...more };
	return data ?? null;
}
