import type { z } from "zod";
import { API_VERSION, ERROR_TYPES } from "@/lib/contract/constants";
import type { ErrorResponse, ErrorType } from "@/lib/contract/primitives";
import { ApiError, ContractError, NetworkError } from "./api-error";
import { confirmed } from "./confirmation";
import { servicePath } from "./service-path";
import { reportSignedOut } from "./signed-out";

export type QueryParameters = Readonly<Record<string, string | number | boolean | undefined>>;

export interface RequestOptions {
	method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
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

type AnswerSchemas = typeof import("./answer-schemas");

/** Picks the schema of an answer. Production never calls it, so that its pages do not load zod. */
export type AnswerSchema<T> = (schemas: AnswerSchemas) => z.ZodType<T>;

/** Removed from production builds: the server's serializer has checked every answer. */
const CHECKED = process.env.NODE_ENV !== "production";

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

/** What an answer that is not the service's means for the reader. */
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

/** Parses a successful body and, outside production, checks it against the contract. */
export async function readBody<T>(text: string, schema: AnswerSchema<T>, what: string): Promise<T> {
	let body: unknown;
	try {
		body = JSON.parse(text);
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
	if (!CHECKED) return body as T;
	const parsed = schema(await import("./answer-schemas")).safeParse(body);
	if (parsed.success) return parsed.data;
	const { prettifyError } = await import("zod");
	throw new ContractError(`${what} is outside the contract: ${prettifyError(parsed.error)}`);
}

/** Whether the browser itself says so; outside of browsers it never does. */
const isOffline = () => typeof navigator !== "undefined" && navigator.onLine === false;

/**
 * Sends a request with the session's cookie (same origin), again once its reader has confirmed that
 * it is them where that is asked for, and gives the body, checked against
 * `schema`. Throws `ApiError` for an error answer and `NetworkError` without one; rethrows an
 * abort.
 */
export async function request<T>(path: string, schema: AnswerSchema<T>, options: RequestOptions = {}): Promise<T> {
	try {
		return await requestOnce(path, schema, options);
	} catch (error) {
		// Nothing was done: once the reader has confirmed, the request is sent again as it was.
		if (!(error instanceof ApiError) || error.detail.reason !== "confirmation_required") throw error;
		if (!(await confirmed())) throw error;
		return requestOnce(path, schema, options);
	}
}

async function requestOnce<T>(path: string, schema: AnswerSchema<T>, options: RequestOptions): Promise<T> {
	const text = await answerOf(path, options, (response) => response.text());
	return readBody(text, schema, `${options.method ?? "GET"} ${path}`);
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
		const response = await fetch(address(path, query), {
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

export const inItem =
	<T>(item: AnswerSchema<T>) =>
	(schemas: AnswerSchemas) =>
		schemas.itemResponse(item(schemas));

/** Gives the object of an item envelope. */
export async function requestItem<T>(path: string, item: AnswerSchema<T>, options?: RequestOptions): Promise<T> {
	return (await request(path, inItem(item), options)).response.data;
}

/** Sends a JSON body to the product API; with a revision, another one gives 412. */
export function sendJson<T>(
	method: "POST" | "PUT" | "PATCH",
	path: string,
	item: AnswerSchema<T>,
	body: unknown,
	{ revision, signal }: { revision?: number | undefined; signal?: AbortSignal | undefined } = {},
): Promise<T> {
	return requestItem(path, item, {
		method,
		headers: { "Content-Type": "application/json", ...(revision === undefined ? {} : { "If-Match": `"${revision}"` }) },
		body: JSON.stringify(body),
		...(signal === undefined ? {} : { signal }),
	});
}

/** Gives the rows and the total of a list envelope. */
export async function requestPage<T>(path: string, row: AnswerSchema<T>, options?: RequestOptions): Promise<Page<T>> {
	const { response } = await request(path, (schemas) => schemas.listResponse(row(schemas)), options);
	return { rows: response.data, total: response.total_row_count };
}

/**
 * Sends a form to an action of the management API; gives the status of the row that it answers,
 * null where the row is gone.
 */
export async function postForm(
	path: string,
	form: Readonly<Record<string, string | undefined>>,
	headers: Record<string, string> = {},
): Promise<string | null> {
	const fields = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined);
	const { response } = await request(path, (schemas) => schemas.actionResponse, {
		method: "POST",
		headers,
		body: new URLSearchParams(fields),
	});
	return "data" in response ? response.data.status : null;
}
