import { bodyKind, type Draft, type DraftField } from "./draft";
import type { Operation } from "./operations";

/** A request as it is sent, or written down for other programs; the credential's value stands in `secret` alone. */
export interface PlainRequest {
	method: string;
	/** Without query. */
	url: string;
	query: [name: string, value: string][];
	headers: [name: string, value: string][];
	body:
		| { kind: "none" }
		| { kind: "form"; fields: [name: string, value: string][] }
		| { kind: "text"; text: string }
		| { kind: "file"; file: File };
	/** Where the credential goes. */
	credential: "query" | "form" | "bearer" | "session" | "none";
}

/** Whether a field is sent: what must be given always is, anything else once something stands in it. */
const isSent = ({ required }: DraftField, value: string): boolean => required || value !== "";

/** The request that a draft stands for. `server` is the address of the service, without a path. */
export function buildRequest(
	operation: Operation,
	fields: readonly DraftField[],
	draft: Draft,
	server: string,
): PlainRequest {
	const filledIn = (field: DraftField) => draft.fields[field.key] ?? "";
	const sent = (place: DraftField["place"]) =>
		fields
			.filter((field) => field.place === place && isSent(field, filledIn(field)))
			.map((field): [string, string] => [field.name, filledIn(field)]);
	const named = new Map(fields.filter(({ place }) => place === "path").map((field) => [field.name, filledIn(field)]));
	const path = operation.path.replaceAll(/\{(\w+)\}/g, (whole, name) => {
		const value = named.get(name) ?? "";
		return value === "" ? whole : encodeURIComponent(value);
	});
	const kind = bodyKind(operation);
	const form = kind === "form";
	return {
		method: operation.method,
		url: `${server.replace(/\/$/, "")}${path}`,
		query: sent("query"),
		headers: [
			...sent("header"),
			...(kind === "none" || form ? [] : [["Content-Type", draft.contentType] as [string, string]]),
		],
		body: form
			? { kind: "form", fields: sent("form") }
			: kind === "none"
				? { kind: "none" }
				: draft.file !== null
					? { kind: "file", file: draft.file }
					: { kind: "text", text: draft.text },
		credential: draft.credential === "key" ? (form ? "form" : "query") : draft.credential,
	};
}

/** The arguments of `fetch` for a request; `secret` is the key or token, and leaves this page in the request alone. */
export function fetchArguments(request: PlainRequest, secret: string): [url: string, init: RequestInit] {
	const { credential, body } = request;
	const query = new URLSearchParams(request.query);
	if (credential === "query") query.append("KEY", secret);
	const search = query.toString();
	const headers = new Headers(request.headers);
	if (credential === "bearer") headers.set("Authorization", `Bearer ${secret}`);
	const init: RequestInit = {
		method: request.method,
		headers,
		// The session is sent where it is to be tried, and nowhere else: a key must not be mistaken to have worked.
		credentials: credential === "session" ? "same-origin" : "omit",
		cache: "no-store",
		referrerPolicy: "no-referrer",
	};
	if (body.kind === "form") {
		init.body = new URLSearchParams([...body.fields, ...(credential === "form" ? [["KEY", secret]] : [])]);
	} else if (body.kind === "text") init.body = body.text;
	else if (body.kind === "file") init.body = body.file;
	return [search === "" ? request.url : `${request.url}?${search}`, init];
}
