const ENTITY_TAG = /(?:W\/)?("[^"]*")/g;

/**
 * The entity tags of `If-None-Match`, in their quotes and without the mark of weak ones: a proxy that compresses an answer
 * makes its tag weak, and here that makes no difference (RFC 9110, section 13.1.2).
 * @returns none without the header, and none for `*`
 */
export function knownTagsOf(request: Request): string[] {
	const header = request.headers.get("if-none-match") ?? "";
	return Array.from(header.matchAll(ENTITY_TAG), ([, tag]) => tag ?? "");
}
