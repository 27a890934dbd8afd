import type { RouteHandler } from "@/lib/http/routes/route";

/** What a test sends; `facts` are those that the server's own entry would attach. */
export interface RouteCall {
	readonly method?: string;
	/** Path and query, as sent. */
	readonly url: string;
	readonly params?: Record<string, string>;
	readonly form?: Record<string, string> | string;
	readonly json?: unknown;
	readonly body?: BodyInit;
	readonly headers?: Record<string, string>;
	readonly secure?: boolean;
}

/** A parsed body: tests compare it whole, or reach into it by name. */
export type Answered = { readonly [name: string]: Answered } & { readonly length?: number };

/** What came back: the status, the headers and the parsed body (undefined when there is none). */
export interface RouteAnswer {
	readonly status: number;
	readonly headers: Headers;
	readonly body: Answered;
}

/** Calls a route handler as Next and the API server do. */
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
