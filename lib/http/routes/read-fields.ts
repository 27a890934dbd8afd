import { InvalidArgumentError, UnsupportedMediaTypeError } from "@/lib/rules/errors";
import type { BodyKind } from "./declaration";
import { parseForm, printable } from "./form-parameters";
import { BODY_LIMIT_BYTES, passBodyWithin, readBodyWithin, refuseDeclared } from "./read-body";

/** What a route takes of a body. */
interface BodyOptions {
	readonly accepts: readonly string[] | undefined;
	/** Most bytes of a body that the operation reads itself, where it bounds them, and of another, where it may be larger than most. */
	readonly largest: number | undefined;
	/** Whether its sender has shown no valid credential: it is judged in its place in the order of errors, and nothing of it kept. */
	readonly unheard: boolean;
}

/** What a request brought, before it is known who sent it. */
export interface Fields {
	named: [name: string, value: string][];
	/** Parameters of a query string beside a body, where none belong. */
	stray: [name: string, value: string][];
	json(): unknown;
	/** What a body read as a whole says, without KEY once that is taken; undefined where the operation reads the body. */
	said(): string | undefined;
}

/**
 * Reads the query string and, unless the operation reads it itself, the body.
 * @throws TooLargeError, UnsupportedMediaTypeError, InvalidArgumentError in this order (design.md section 4, item 1)
 */
export async function readFields(
	request: Request,
	body: BodyKind,
	{ accepts, largest, unheard }: BodyOptions,
): Promise<Fields> {
	if (body === "stream" && largest !== undefined) refuseDeclared(request, largest);
	if (body === "stream" && accepts !== undefined && !accepts.includes(contentTypeOf(request) ?? "")) {
		throw new UnsupportedMediaTypeError(`the content type must be one of ${accepts.join(", ")}`);
	}
	if (body === "stream") refuseEncodedBody(request);
	if (body === "none" || body === "stream") {
		const query = parseForm(queryOf(request), "query string");
		return { named: query, stray: [], json: () => undefined, said: () => (body === "none" ? "" : undefined) };
	}
	const limit = largest ?? BODY_LIMIT_BYTES;
	const bytes = unheard ? null : await readBodyWithin(request, limit);
	const { size, isUtf8 } = bytes === null ? await passBodyWithin(request, limit) : { size: bytes.length, isUtf8: true };
	const type = contentTypeOf(request);
	const expected = body === "json" ? "application/json" : "application/x-www-form-urlencoded";
	if (type !== expected && (size > 0 || type !== null)) {
		throw new UnsupportedMediaTypeError(`the content type must be '${expected}'`);
	}
	refuseEncodedBody(request);
	const query = parseForm(queryOf(request), "query string");
	if (!isUtf8) throw notUtf8();
	const text = bytes === null ? "" : decodeUtf8(bytes);
	if (body === "json") return { named: [], stray: query, json: () => parseJsonText(text), said: () => text };
	const named = parseForm(text, "body");
	return { named, stray: query, json: () => undefined, said: () => JSON.stringify(named) };
}

/** A compressed body is of another type than the one that is read here (RFC 9110, 415): it is not taken for broken text. */
function refuseEncodedBody(request: Request): void {
	const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "";
	if (encoding === "" || encoding === "identity") return;
	throw new UnsupportedMediaTypeError(
		`the body must come as it is, without the content encoding '${printable(encoding)}'`,
	);
}

/** The media type of a request without its parameters, in lower case; null when it has none. */
export function contentTypeOf(request: Request): string | null {
	const header = request.headers.get("content-type");
	return header === null ? null : (header.split(";")[0] ?? "").trim().toLowerCase();
}

/** The raw query string of a request, without the question mark. */
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
	// A body without a field and no body are the same to who has nothing to say.
	if (text === "") return {};
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw new InvalidArgumentError("the body is not valid JSON");
	}
	// PostgreSQL's text holds neither; refused here once for every field.
	if (/\\u0000|\\ud[89a-f]/i.test(text) || text.includes("\0")) refuseUnstorable(value);
	return value;
}

function refuseUnstorable(value: unknown): void {
	const open: unknown[] = [value];
	for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
		if (typeof next === "string" && (next.includes("\0") || !next.isWellFormed())) {
			throw new InvalidArgumentError("the body holds a string with NUL or half a surrogate pair");
		}
		if (typeof next !== "object" || next === null) continue;
		for (const [name, inner] of Object.entries(next)) open.push(name, inner);
	}
}

/** @throws InvalidArgumentError for parameters in the query string of a request with a body. */
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

/** Takes KEY out of the fields: it belongs to authentication, not to the operation. Gives every one that was sent. */
export function takeKeys(named: [string, string][]): string[] {
	const others = named.filter(([name]) => name !== "KEY");
	const keys = named.filter(([name]) => name === "KEY").map(([, key]) => key);
	named.splice(0, named.length, ...others);
	return keys;
}
