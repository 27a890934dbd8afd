/**
 * The families of API paths, which decide about the envelope of an answer and about who serves a path (design.md
 * section 4, items 2 and 3). Everything else is a page or a file of the web application.
 */
export type ApiFamily = "token" | "management";

const FAMILIES: Readonly<Record<string, ApiFamily>> = {
	token: "token",
	targeting: "management",
	api: "management",
	metrics: "management",
	"openapi.json": "management",
};

/** The family that a first path segment (decoded) opens; undefined for pages and files. */
export function familyOfFirstSegment(segment: string): ApiFamily | undefined {
	return Object.hasOwn(FAMILIES, segment) ? FAMILIES[segment] : undefined;
}

/** The family of a URL's path, as a route handler sees it. */
export function familyOfPath(pathname: string): ApiFamily | undefined {
	return familyOfFirstSegment(pathname.split("/", 2)[1] ?? "");
}

/**
 * Whether a path of the API is served by Next itself: next-auth's handler reads `next/headers`, which only Next provides.
 * Takes decoded path segments.
 */
export function needsNext(segments: readonly string[]): boolean {
	return segments[0] === "api" && segments[1] === "auth" && segments.length > 2;
}
