import { ANY_FILE, refuseForm } from "@/lib/rules/documents/content-type";
import { InvalidArgumentError, UnsupportedMediaTypeError } from "@/lib/rules/errors";
import { refuseCostlyJson } from "./bounded-json";
import type { BodyKind } from "./declaration";
import { parseForm, printable } from "./form-parameters";
import { BODY_LIMIT_BYTES, passBodyWithin, readBodyWithin, refuseDeclared } from "./read-body";

/** A body before its caller is authenticated. */
export interface RawBody {
	/** Null where the operation reads the body itself, and without a valid credential. */
	readonly bytes: Uint8Array | null;
	readonly size: number;
	readonly isUtf8: boolean;
}

/** The fields of a request's query string and body. */
export interface Fields {
	named: [name: string, value: string][];
	/** Query parameters beside a body, where none are allowed. */
	stray: [name: string, value: string][];
	json(): unknown;
	/**
	 * Gives the text of a body that was read as a whole, without KEY once that is taken; otherwise
	 * undefined.
	 */
	text(): string | undefined;
}

export const NOT_READ: RawBody = { bytes: null, size: 0, isUtf8: true };
export const NO_FIELDS: Fields = { named: [], stray: [], json: () => undefined, text: () => undefined };

/**
 * Reads a body, unless there is none or the operation streams it.
 * @param largest the limit in bytes; 1 MB by default
 * @param keep whether to keep the bytes or only to check them
 * @throws TooLargeError
 */
export async function readBody(
	request: Request,
	kind: BodyKind,
	largest: number | undefined,
	keep: boolean,
): Promise<RawBody> {
	if (kind === "stream") refuseDeclared(request, largest ?? Number.POSITIVE_INFINITY);
	if (kind === "none" || kind === "stream") return NOT_READ;
	const limit = largest ?? BODY_LIMIT_BYTES;
	if (!keep) return { bytes: null, ...(await passBodyWithin(request, limit)) };
	const bytes = await readBodyWithin(request, limit);
	return { bytes, size: bytes.length, isUtf8: true };
}

/** Whether the sender waits for `100 Continue` before the body. */
export function awaitsContinue(request: Request): boolean {
	return request.headers.get("expect")?.toLowerCase() === "100-continue";
}

/**
 * Checks a body's size and type by the headers, before `100 Continue`.
 * @throws TooLargeError, UnsupportedMediaTypeError
 */
export function refuseUnread(
	request: Request,
	kind: BodyKind,
	{ limit, accepts }: { limit: number | undefined; accepts: readonly string[] | undefined },
): void {
	if (limit !== undefined || kind !== "stream") refuseDeclared(request, limit ?? BODY_LIMIT_BYTES);
	refuseOtherTypes(request, kind, accepts, { ...NOT_READ, size: 1 });
	refuseEncodedBody(request);
}

/** @throws UnsupportedMediaTypeError for a content type that the route does not accept */
export function refuseOtherTypes(
	request: Request,
	kind: BodyKind,
	accepts: readonly string[] | undefined,
	{ size }: RawBody,
): void {
	if (kind === "none") return;
	const type = contentTypeOf(request);
	if (kind === "stream") {
		if (accepts?.includes(ANY_FILE)) refuseForm(type);
		else if (accepts !== undefined && !accepts.includes(type ?? "")) {
			throw new UnsupportedMediaTypeError(`the content type must be one of ${accepts.join(", ")}`);
		}
		return;
	}
	const expected = kind === "json" ? "application/json" : "application/x-www-form-urlencoded";
	if (type !== expected && (size > 0 || type !== null)) {
		throw new UnsupportedMediaTypeError(`the content type must be '${expected}'`);
	}
}

/** @throws InvalidArgumentError for a malformed query string or body */
export function parseFields(request: Request, kind: BodyKind, { bytes, isUtf8 }: RawBody): Fields {
	const query = parseForm(queryOf(request), "query string");
	if (kind === "none" || kind === "stream") {
		return { named: query, stray: [], json: () => undefined, text: () => (kind === "none" ? "" : undefined) };
	}
	if (!isUtf8) throw notUtf8();
	const text = bytes === null ? "" : decodeUtf8(bytes);
	if (kind === "json") return { named: [], stray: query, json: () => parseJsonText(text), text: () => text };
	const named = parseForm(text, "body");
	return { named, stray: query, json: () => undefined, text: () => JSON.stringify(named) };
}

/**
 * A compressed body is an unsupported type (RFC 9110, 415), not broken text.
 * @throws UnsupportedMediaTypeError
 */
export function refuseEncodedBody(request: Request): void {
	const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "";
	if (encoding === "" || encoding === "identity") return;
	throw new UnsupportedMediaTypeError(`the body must have no content encoding, and has '${printable(encoding)}'`);
}

/** Gives the media type without its parameters, in lower case; null without the header. */
export function contentTypeOf(request: Request): string | null {
	const header = request.headers.get("content-type");
	return header === null ? null : (header.split(";")[0] ?? "").trim().toLowerCase();
}

/** Gives the raw query string, without the question mark. */
export function queryOf(request: Request): string {
	const start = request.url.indexOf("?");
	const end = request.url.indexOf("#");
	return start < 0 ? "" : request.url.slice(start + 1, end < start ? undefined : end);
}

function decodeUtf8(bytes: Uint8Array): string {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		throw notUtf8();
	}
}

const notUtf8 = () => new InvalidArgumentError("the body is not valid UTF-8");

function parseJsonText(text: string): unknown {
	// An absent body equals an empty object.
	if (text === "") return {};
	refuseCostlyJson(text);
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw new InvalidArgumentError("the body is not valid JSON");
	}
	// PostgreSQL's text holds neither NUL nor lone surrogates.
	if (/\\u0000|\\ud[89a-f]/i.test(text)) refuseUnstorable(value);
	return value;
}

function refuseUnstorable(value: unknown): void {
	const open: unknown[] = [value];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		if (typeof next === "string" && (next.includes("\0") || !next.isWellFormed())) {
			throw new InvalidArgumentError("the body holds a string with NUL or half a surrogate pair");
		}
		if (typeof next !== "object" || next === null) continue;
		for (const [name, inner] of Object.entries(next)) open.push(name, inner);
	}
}

/** @throws InvalidArgumentError for query parameters of a request with a body */
export function refuseQueryOf({ stray }: Fields): void {
	const [first] = stray;
	if (first === undefined) return;
	throw new InvalidArgumentError(
		`unknown parameter '${printable(first[0])}' in the query string of a request with a body`,
		{
			parameter: first[0],
		},
	);
}

/**
 * Takes every KEY out of the fields: it belongs to authentication, not to the operation. Beside the
 * one of a form, the same one in the query string is no other, as some clients send both.
 */
export function takeKeys({ named, stray }: Pick<Fields, "named" | "stray">): string[] {
	const keys = takeKeysOf(named);
	if (keys.length === 0) return keys;
	const beside = takeKeysOf(stray);
	return beside.length === 1 && beside[0] === keys[0] ? keys : [...keys, ...beside];
}

function takeKeysOf(fields: [string, string][]): string[] {
	const others = fields.filter(([name]) => name !== "KEY");
	const keys = fields.filter(([name]) => name === "KEY").map(([, key]) => key);
	fields.splice(0, fields.length, ...others);
	return keys;
}
