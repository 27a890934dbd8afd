import { InvalidArgumentError, UnsupportedMediaTypeError } from "@/lib/rules/errors";
import type { BodyKind } from "./declaration";
import { parseForm, printable } from "./form-parameters";
import { BODY_LIMIT_BYTES, passBodyWithin, readBodyWithin, refuseDeclared } from "./read-body";

/** A body before it is known who sent it. */
export interface RawBody {
	/** Null where the operation reads the body itself, and of a sender without a valid credential, of whom nothing is kept. */
	readonly bytes: Uint8Array | null;
	readonly size: number;
	readonly isUtf8: boolean;
}

/** What a request brought, besides its path and headers. */
export interface Fields {
	named: [name: string, value: string][];
	/** Parameters of a query string beside a body, where none belong. */
	stray: [name: string, value: string][];
	json(): unknown;
	/** A body that was read as a whole, without KEY once that is taken; undefined where the operation reads the body. */
	text(): string | undefined;
}

export const NOT_READ: RawBody = { bytes: null, size: 0, isUtf8: true };
export const NO_FIELDS: Fields = { named: [], stray: [], json: () => undefined, text: () => undefined };

/**
 * Reads a body, unless there is none or the operation reads it itself.
 * @param largest the most bytes, where the route says it; 1 MB otherwise
 * @param keep whether its bytes are kept, or only judged
 * @throws TooLargeError
 */
export async function readBody(
	request: Request,
	kind: BodyKind,
	largest: number | undefined,
	keep: boolean,
): Promise<RawBody> {
	if (kind === "stream" && largest !== undefined) refuseDeclared(request, largest);
	if (kind === "none" || kind === "stream") return NOT_READ;
	const limit = largest ?? BODY_LIMIT_BYTES;
	if (!keep) return { bytes: null, ...(await passBodyWithin(request, limit)) };
	const bytes = await readBodyWithin(request, limit);
	return { bytes, size: bytes.length, isUtf8: true };
}

/** @throws UnsupportedMediaTypeError for a body of another content type than the route takes */
export function refuseOtherTypes(
	request: Request,
	kind: BodyKind,
	accepts: readonly string[] | undefined,
	{ size }: RawBody,
): void {
	if (kind === "none") return;
	const type = contentTypeOf(request);
	if (kind === "stream") {
		if (accepts === undefined || accepts.includes(type ?? "")) return;
		throw new UnsupportedMediaTypeError(`the content type must be one of ${accepts.join(", ")}`);
	}
	const expected = kind === "json" ? "application/json" : "application/x-www-form-urlencoded";
	if (type !== expected && (size > 0 || type !== null)) {
		throw new UnsupportedMediaTypeError(`the content type must be '${expected}'`);
	}
}

/** @throws InvalidArgumentError for a query string or a body that cannot be read */
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
 * A compressed body is of another type than the one that is read here (RFC 9110, 415): it is not taken for broken text.
 * @throws UnsupportedMediaTypeError
 */
export function refuseEncodedBody(request: Request): void {
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
