import type { Caller } from "./ground";
import type { Operation } from "./operations";
import type { Pool } from "./pool";
import { fileOf } from "./samples";
import type { Values } from "./values";

/** A request as it is sent. */
export interface Step {
	readonly method: string;
	/** Path and query string, encoded. */
	readonly target: string;
	readonly headers: readonly (readonly [name: string, value: string])[];
	readonly body?: Buffer;
}

/** A request in its parts, which mutations change before it is written. */
export interface Draft {
	method: string;
	path: string;
	query: [name: string, value: string][];
	headers: [name: string, value: string][];
	/** The value of a JSON body, or the fields of a form. */
	json?: unknown;
	form?: [name: string, value: string][];
	bytes?: Buffer;
}

/** What drafts are made with. */
export interface Drafting {
	readonly values: Values;
	readonly pool: Pool;
	readonly targetingFile: Buffer;
	/** `Idempotency-Key`s that were sent before. */
	readonly keys: string[];
	owner(operation: Operation): string;
}

/** A request that the document accepts. */
export function validDraft(operation: Operation, caller: Caller | undefined, making: Drafting): Draft {
	const { values } = making;
	const owner = making.owner(operation);
	const draft: Draft = { method: operation.method, path: operation.path, query: [], headers: [] };
	for (const { name, in: place, required = false, schema } of operation.parameters) {
		const text = () => toText(values.valid(schema, name, owner));
		if (place === "path") draft.path = draft.path.replace(`{${name}}`, encodeURIComponent(text()));
		else if (place === "query" && (required || values.chance(0.3))) draft.query.push([name, text()]);
		else if (place === "header" && values.chance(0.15))
			draft.headers.push([name, asHeader(headerOf(name, making) ?? text())]);
	}
	addBody(draft, operation, making);
	if (caller !== undefined) authorize(draft, operation, caller);
	return draft;
}

function addBody(draft: Draft, { body, path, ...operation }: Operation, making: Drafting): void {
	if (body === undefined) return;
	const { values } = making;
	const shown = body.example !== undefined && values.chance(0.3);
	const value = shown ? body.example : values.valid(body.schema ?? true, "", making.owner({ path, ...operation }));
	if (body.type === "application/json") draft.json = value;
	else if (body.type === "application/x-www-form-urlencoded")
		draft.form = Object.entries(value as object).flatMap(([name, each]) =>
			name === "KEY" ? [] : [[name, toText(each)] as [string, string]],
		);
	else draft.bytes = fileOf(values, path, making.targetingFile);
	draft.headers.push(["Content-Type", body.type === "*/*" ? "application/octet-stream" : body.type]);
}

function headerOf(name: string, { values, pool, keys }: Drafting): string | undefined {
	const picked = (kind: string) => String(pool.pick(kind) ?? 1);
	switch (name) {
		case "Idempotency-Key": {
			const key = keys.length > 0 && values.chance(0.4) ? values.one(keys) : values.uuid();
			keys.push(key);
			return key;
		}
		case "If-Match":
			return `"${values.chance(0.7) ? picked("revision") : 1}"`;
		case "X-Build-Digest":
			return `${pool.pick("digest") ?? `sha256:${"0".repeat(64)}`}`;
		case "If-None-Match":
			return values.one(["*", '"1"', 'W/"1"', picked("etag")]);
		case "Range":
			return values.one(["bytes=0-9", "bytes=-5", "bytes=100000000-", "bytes=9-0", "bytes=0-1,4-5", "lines=1-2"]);
		default:
			return undefined;
	}
}

/** As UTF-8, which a header may have in any byte that is no control character. */
const asHeader = (text: string): string => Buffer.from(text.replaceAll(/\p{Cc}/gu, " ")).toString("latin1");

/** Puts the credential where the operation takes it. */
export function authorize(draft: Draft, { security, method }: Operation, { kind, value }: Caller): void {
	const takesKey = security.includes("key");
	if (kind === "session") draft.headers.push(["Cookie", value], ["Sec-Fetch-Site", "same-origin"]);
	else if (kind === "key" && takesKey && method === "POST") draft.form?.push(["KEY", value]);
	else if (kind === "key" && takesKey) draft.query.push(["KEY", value]);
	else draft.headers.push(["Authorization", `Bearer ${value}`]);
}

export function write({ method, path, query, headers, json, form, bytes }: Draft): Step {
	const encoded = (fields: readonly [string, string][]) =>
		fields
			.map(([name, value]) => `${encodeURIComponent(wellFormed(name))}=${encodeURIComponent(wellFormed(value))}`)
			.join("&");
	const body =
		bytes ??
		(form !== undefined
			? Buffer.from(encoded(form))
			: json !== undefined
				? Buffer.from(JSON.stringify(json))
				: undefined);
	const target = query.length === 0 ? path : `${path}?${encoded(query)}`;
	return { method, target, headers, ...(body === undefined ? {} : { body }) };
}

const wellFormed = (text: string): string => text.toWellFormed();

export function toText(value: unknown): string {
	if (Array.isArray(value)) return value.map(toText).join(",");
	return typeof value === "object" ? JSON.stringify(value) : String(value);
}
