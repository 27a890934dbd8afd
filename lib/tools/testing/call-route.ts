import type { RouteHandler } from "@/lib/http/routes/route";

/** A test's request. */
export interface RouteCall {
	readonly method?: string;
	readonly url: string;
	readonly params?: Record<string, string>;
	readonly form?: Record<string, string> | string;
	readonly json?: unknown;
	readonly body?: BodyInit;
	readonly headers?: Record<string, string>;
	readonly secure?: boolean;
}

/** A parsed body, which tests compare or read by name. */
export type Answered = { readonly [name: string]: Answered } & { readonly length?: number };

/** Status, headers and parsed body (undefined when empty). */
export interface RouteAnswer {
	readonly status: number;
	readonly headers: Headers;
	readonly body: Answered;
}

/** Calls a route handler like Next and the API server. */
export async function callRoute(handler: RouteHandler, call: RouteCall): Promise<RouteAnswer> {
	const headers = new Headers({
		"x-ts-request-id": "test-request",
		"x-ts-client-ip": "192.0.2.7",
		"x-ts-secure": call.secure === false ? "0" : "1",
		"x-ts-origin": "https://service.example",
	});
	let body = call.body;
	if (call.form !== undefined) {
		headers.set("content-type", "application/x-www-form-urlencoded");
		body = typeof call.form === "string" ? call.form : new URLSearchParams(call.form).toString();
	}
	if (call.json !== undefined) {
		headers.set("content-type", "application/json");
		body = JSON.stringify(call.json);
	}
	for (const [name, value] of Object.entries(call.headers ?? {})) headers.set(name, value);
	const method = call.method ?? (body === undefined ? "GET" : "POST");
	const init: RequestInit & { duplex: "half" } = { method, headers, duplex: "half" };
	if (body !== undefined) init.body = body;
	const request = new Request(`http://localhost${call.url}`, init);
	const response = await handler(request, { params: Promise.resolve(call.params ?? {}) });
	const text = await response.text();
	return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
}
