import { bodyKind, type Draft, type DraftField } from "./draft";
import type { Operation } from "./operations";

/** A request to send or to write as a snippet. `secret` alone holds the credential's value. */
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
	/** The place of the credential. */
	credential: "query" | "form" | "bearer" | "session" | "none";
}

/** Required fields are always sent, others only with a value. */
const isSent = ({ required }: DraftField, value: string): boolean => required || value !== "";

/** Builds the request of a draft. Takes the service's address without a path as `server`. */
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

/**
 * Gives the arguments of `fetch` for a request. The secret leaves this page in the request alone.
 */
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
		// Only a trial of the session sends the cookie, which would make a wrong key appear to
		// work.
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
