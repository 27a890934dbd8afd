import type { z } from "zod";
import { API_VERSION, ERROR_TYPES } from "@/lib/contract/constants";
import type { ErrorResponse } from "@/lib/contract/primitives";
import { ApiError, ContractError, NetworkError } from "./api-error";

export type QueryParameters = Readonly<Record<string, string | number | boolean | undefined>>;

export interface RequestOptions {
	method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	query?: QueryParameters;
	headers?: Record<string, string>;
	body?: BodyInit;
	signal?: AbortSignal;
}

/** A page of a list: its rows, and how many there are in total. */
export interface Page<T> {
	rows: T[];
	total: number;
}

type AnswerSchemas = typeof import("./answer-schemas");

/** Picks the schema that an answer is held against. Production never calls it, so that no page there loads zod for it. */
export type AnswerSchema<T> = (schemas: AnswerSchemas) => z.ZodType<T>;

/** Compiled away in production: there the server's own serializer has already checked every answer. */
const CHECKED = process.env.NODE_ENV !== "production";

/** The address of a request: parameters that are undefined are left out. */
export function address(path: string, query: QueryParameters = {}): string {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value !== undefined) parameters.set(name, String(value));
	}
	const search = parameters.toString();
	return search === "" ? path : `${path}?${search}`;
}

/** Whether a body is the error envelope (`errorResponse` of the contract), told without zod. */
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

/** The error that a response stands for; never fails itself, whatever the body holds. `sentAt` is when it was asked for. */
export function toApiError(status: number, text: string, requestId: string | null, sentAt: number): ApiError {
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
	return new ApiError({
		status,
		errorType: status === 503 || status === 502 || status === 504 ? "Unavailable" : "Internal",
		message: `The service answered ${status} without saying why`,
		requestId,
		sentAt,
	});
}

/** Reads a successful body and, outside production, holds it against the contract. */
export async function readBody<T>(text: string, schema: AnswerSchema<T>, what: string): Promise<T> {
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch (error) {
		throw new ContractError(`${what} answered something that is not JSON`, { cause: error });
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
 * One request to the service, with the session's cookie (same origin). Gives the body held against `schema`; throws
 * `ApiError` for an error answer and `NetworkError` when none came. An abort is passed on as it is.
 */
export async function request<T>(path: string, schema: AnswerSchema<T>, options: RequestOptions = {}): Promise<T> {
	const { method = "GET", query, headers, body, signal } = options;
	let response: Response;
	let text: string;
	const sentAt = performance.now();
	const offline = isOffline();
	try {
		response = await fetch(address(path, query), {
			method,
			headers: { Accept: "application/json", ...headers },
			credentials: "same-origin",
			cache: "no-store",
			...(body === undefined ? {} : { body }),
			...(signal === undefined ? {} : { signal }),
		});
		text = await response.text();
	} catch (error) {
		if (signal?.aborted === true) throw error;
		throw new NetworkError({ cause: error, offline });
	}
	if (!response.ok) throw toApiError(response.status, text, response.headers.get("x-request-id"), sentAt);
	return readBody(text, schema, `${method} ${path}`);
}

/** An object's schema in the envelope of one item. */
export const inItem =
	<T>(item: AnswerSchema<T>) =>
	(schemas: AnswerSchemas) =>
		schemas.itemResponse(item(schemas));

/** The object in the envelope of one item. */
export async function requestItem<T>(path: string, item: AnswerSchema<T>, options?: RequestOptions): Promise<T> {
	return (await request(path, inItem(item), options)).response.data;
}

/** A write of the product API: a JSON body, held to the revision that it was made for (412 otherwise) where one is given. */
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

/** The rows and the total in the envelope of a list. */
export async function requestPage<T>(path: string, row: AnswerSchema<T>, options?: RequestOptions): Promise<Page<T>> {
	const { response } = await request(path, (schemas) => schemas.listResponse(row(schemas)), options);
	return { rows: response.data, total: response.total_row_count };
}

/** An action of the management API: a form POST that answers with a row or, where none is left, with nothing. */
export async function postForm(
	path: string,
	form: Readonly<Record<string, string | undefined>>,
	headers: Record<string, string> = {},
): Promise<void> {
	const fields = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined);
	await request(path, (schemas) => schemas.actionResponse, {
		method: "POST",
		headers,
		body: new URLSearchParams(fields),
	});
}
