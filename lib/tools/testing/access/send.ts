import { findRoute } from "../call-named-route";
import type { RouteCall } from "../call-route";
import type { Shown } from "./cast";

/** What a request of the access matrix was answered. */
export interface Sent {
	readonly status: number;
	/** As text; streams of events are not read. */
	readonly body: string;
}

/** A call of a route without its credential. */
export interface AccessCall extends Pick<RouteCall, "params" | "json" | "body"> {
	readonly form?: Readonly<Record<string, string>>;
	readonly query?: Readonly<Record<string, string>>;
	/** Whether `KEY` stands in the query string wherever it counts for nothing, in place of a bearer. */
	readonly keyInQuery?: true;
	readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request with a credential: `KEY` in the query of a GET and the form of a POST. */
export async function send(
	route: string,
	{ query, form, json, body, params, headers, keyInQuery }: AccessCall,
	shown: Shown,
): Promise<Sent> {
	const { handler, method, url } = findRoute(route, params);
	const isManagement = url.startsWith("/targeting/") || url.startsWith("/token/") || keyInQuery === true;
	const inQuery = {
		...query,
		...(isManagement && form === undefined && shown.key !== undefined && { KEY: shown.key }),
	};
	const fields = form && { ...(shown.key !== undefined && { KEY: shown.key }), ...form };
	const all = new Headers({
		"x-ts-request-id": "test-request",
		"x-ts-client-ip": "192.0.2.7",
		"x-ts-secure": "1",
		"x-ts-origin": "https://service.example",
		...(fields && { "content-type": "application/x-www-form-urlencoded" }),
		...(json !== undefined && { "content-type": "application/json" }),
		...(!isManagement && shown.key !== undefined && { authorization: `Bearer ${shown.key}` }),
		...shown.headers,
		...headers,
	});
	const text = fields ? new URLSearchParams(fields).toString() : json === undefined ? body : JSON.stringify(json);
	const search = new URLSearchParams(inQuery).toString();
	const init: RequestInit & { duplex: "half" } = {
		method,
		headers: all,
		duplex: "half",
		...(text !== undefined && { body: text }),
	};
	const request = new Request(`http://localhost${url}${search === "" ? "" : `?${search}`}`, init);
	const response = await handler(request, { params: Promise.resolve(params ?? {}) });
	if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
		return { status: response.status, body: await response.text() };
	}
	await response.body?.cancel();
	return { status: response.status, body: "" };
}
