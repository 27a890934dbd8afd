import { z } from "zod";
import { emptyResponse, errorResponse, itemResponse, listResponse } from "@/lib/contract/primitives";
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

/** The error that a response stands for; never fails itself, whatever the body holds. */
export function toApiError(status: number, text: string, requestId: string | null): ApiError {
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch {
		body = undefined;
	}
	const parsed = errorResponse.safeParse(body);
	if (parsed.success) {
		const { version: _version, status: _status, error_type, message, ...detail } = parsed.data;
		return new ApiError({ status, errorType: error_type, message, requestId, detail });
	}
	return new ApiError({
		status,
		errorType: status === 503 || status === 502 || status === 504 ? "Unavailable" : "Internal",
		message: `The service answered ${status} without saying why`,
		requestId,
	});
}

/** Reads a successful body and, outside production, holds it against the contract. */
export function readBody<T>(text: string, schema: z.ZodType<T>, what: string): T {
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch (error) {
		throw new ContractError(`${what} answered something that is not JSON`, { cause: error });
	}
	if (!CHECKED) return body as T;
	const parsed = schema.safeParse(body);
	if (!parsed.success) throw new ContractError(`${what} is outside the contract: ${z.prettifyError(parsed.error)}`);
	return parsed.data;
}

/**
 * One request to the service, with the session's cookie (same origin). Gives the body held against `schema`; throws
 * `ApiError` for an error answer and `NetworkError` when none came. An abort is passed on as it is.
 */
export async function request<T>(path: string, schema: z.ZodType<T>, options: RequestOptions = {}): Promise<T> {
	const { method = "GET", query, headers, body, signal } = options;
	let response: Response;
	let text: string;
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
		throw new NetworkError({ cause: error });
	}
	if (!response.ok) throw toApiError(response.status, text, response.headers.get("x-request-id"));
	return readBody(text, schema, `${method} ${path}`);
}

/** The object in the envelope of one item. */
export async function requestItem<T>(path: string, item: z.ZodType<T>, options?: RequestOptions): Promise<T> {
	return (await request(path, itemResponse(item), options)).response.data;
}

/** A write of the product API: a JSON body, held to the revision that it was made for (412 otherwise) where one is given. */
export function sendJson<T>(
	method: "POST" | "PUT" | "PATCH",
	path: string,
	item: z.ZodType<T>,
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
export async function requestPage<T>(path: string, row: z.ZodType<T>, options?: RequestOptions): Promise<Page<T>> {
	const { response } = await request(path, listResponse(row), options);
	return { rows: response.data, total: response.total_row_count };
}

/** An action of the management API: a form POST that answers with a row or, where none is left, with nothing. */
export async function postForm(
	path: string,
	form: Readonly<Record<string, string | undefined>>,
	headers: Record<string, string> = {},
): Promise<void> {
	const fields = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined);
	const answer = z.union([itemResponse(z.unknown()), emptyResponse]);
	await request(path, answer, { method: "POST", headers, body: new URLSearchParams(fields) });
}
