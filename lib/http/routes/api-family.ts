/**
 * The families of API paths, which decide the envelope and the server of a path (docs/contract.md,
 * Envelopes). Everything else is a page or a file of the web application.
 */
export type ApiFamily = "token" | "management";

const FAMILIES: Readonly<Record<string, ApiFamily>> = {
	token: "token",
	targeting: "management",
	api: "management",
	metrics: "management",
	"openapi.json": "management",
	"openapi.yaml": "management",
};

/** Gives the family of a decoded first path segment; undefined for pages and files. */
export function familyOfFirstSegment(segment: string): ApiFamily | undefined {
	return Object.hasOwn(FAMILIES, segment) ? FAMILIES[segment] : undefined;
}

/** Gives the family of a URL's path. */
export function familyOfPath(pathname: string): ApiFamily | undefined {
	return familyOfFirstSegment(pathname.split("/", 2)[1] ?? "");
}

/**
 * Whether Next itself must serve a path of the API: next-auth's handler reads `next/headers`. Takes
 * decoded path segments.
 */
export function needsNext(segments: readonly string[]): boolean {
	return segments[0] === "api" && segments[1] === "auth" && segments.length > 2;
}
