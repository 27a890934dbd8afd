import { type ApiFamily, familyOfFirstSegment } from "@/lib/http/routes/api-family";

/** A normalized request target; it decides which part serves the request. */
export interface RequestTarget {
	/** Path segments, percent-decoded; a trailing slash adds no segment. */
	readonly segments: readonly string[];
	/** Path in its canonical percent-encoding, trailing slash kept. */
	readonly path: string;
	/** From the question mark on, or empty. */
	readonly query: string;
	readonly family: ApiFamily | undefined;
}

/**
 * A target that names nothing; `status` is 400 for malformed and 404 for unknown ones
 * (docs/contract.md, Errors).
 */
export interface UnusableTarget {
	readonly status: 400 | 404;
	/** One sentence for the caller. */
	readonly problem: string;
	/** The family that the path seems to address, for the envelope of the answer. */
	readonly family: ApiFamily | undefined;
}

/** Characters of a path that need no encoding (RFC 3986, pchar and the slash). */
const PLAIN_PATH = /^[A-Za-z0-9\-._~!$&'()*+,;=:@/]*$/;
const SCHEME_AND_AUTHORITY = /^https?:\/\/[^/?#]*/i;

/**
 * Gives the target below `basePath`; undefined for one outside. Compares the base path as written:
 * the proxy writes it, and clients do not respell it.
 */
export function withoutBasePath(raw: string, basePath: string): string | undefined {
	if (basePath === "") return raw;
	const target = raw.replace(SCHEME_AND_AUTHORITY, "");
	const rest = target.slice(basePath.length);
	return target.startsWith(basePath) && /^(?:[/?]|$)/.test(rest) ? rest : undefined;
}

/**
 * Parses the target of a request line as node:http gives it (bytes as Latin-1): origin form
 * (`/path?query`) or absolute form (`http://host/path?query`). Equivalent spellings (`/%61pi`)
 * become one. Refuses empty segments, dot segments, backslashes and broken encodings, which
 * programs repair differently.
 */
export function parseRequestTarget(raw: string): RequestTarget | UnusableTarget {
	const target = encodeRawBytes(raw.replace(SCHEME_AND_AUTHORITY, ""));
	const question = target.indexOf("?");
	const rawPath = (question < 0 ? target : target.slice(0, question)) || "/";
	const query = question < 0 ? "" : target.slice(question);

	if (!rawPath.startsWith("/")) return unusable(400, "the path must start with a slash", rawPath);
	if (target.includes("#")) return unusable(400, "the address must not contain a fragment", rawPath);
	if (rawPath.includes("\\")) return unusable(400, "the path must not contain a backslash", rawPath);

	const segments: string[] = [];
	for (const part of rawPath.slice(1).split("/")) {
		const segment = decode(part);
		if (segment === undefined) return unusable(400, "the path is not valid percent-encoded UTF-8", rawPath);
		if (hasControlCharacter(segment)) return unusable(400, "the path must not contain control characters", rawPath);
		segments.push(segment);
	}
	if (segments.at(-1) === "") segments.pop();
	if (segments.some((segment) => segment === "" || segment === "." || segment === "..")) {
		return unusable(404, "resource not found", rawPath);
	}
	const first = segments[0] ?? "";
	const family = familyOfFirstSegment(first);
	// An encoded slash in the first segment makes it another name than it seems.
	if (family === undefined && first.includes("/") && familyOfPrefix(first) !== undefined) {
		return unusable(404, "resource not found", rawPath);
	}
	return { segments, path: canonicalPath(rawPath, segments), query, family };
}

export function isUnusable(target: RequestTarget | UnusableTarget): target is UnusableTarget {
	return "problem" in target;
}

/**
 * Raw UTF-8 (as of curl) means the same as encoded UTF-8; node:http refuses blanks and controls.
 */
function encodeRawBytes(target: string): string {
	return target.replace(
		/[^\x21-\x7e]/g,
		(char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
	);
}

function decode(part: string): string | undefined {
	if (!part.includes("%")) return part;
	try {
		return decodeURIComponent(part);
	} catch {
		return undefined;
	}
}

function canonicalPath(rawPath: string, segments: readonly string[]): string {
	if (PLAIN_PATH.test(rawPath)) return rawPath;
	const path = `/${segments.map(encodeURIComponent).join("/")}`;
	return rawPath.endsWith("/") && segments.length > 0 ? `${path}/` : path;
}

function hasControlCharacter(segment: string): boolean {
	for (let index = 0; index < segment.length; index++) {
		const code = segment.charCodeAt(index);
		if (code < 0x20 || code === 0x7f) return true;
	}
	return false;
}

function unusable(status: 400 | 404, problem: string, rawPath: string): UnusableTarget {
	return { status, problem, family: familyOfPrefix(rawPath) };
}

/**
 * The family that a malformed path seems to address: the first name besides slashes and dot
 * segments.
 */
function familyOfPrefix(rawPath: string): ApiFamily | undefined {
	const names: string[] = [];
	for (const part of rawPath.split(/[/\\]|%2f|%5c/i)) {
		const name = decode(part) ?? part;
		if (name === "..") names.pop();
		else if (name !== "" && name !== ".") names.push(name);
	}
	return familyOfFirstSegment(names[0] ?? "");
}
