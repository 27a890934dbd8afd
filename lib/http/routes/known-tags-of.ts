const ENTITY_TAG = /(?:W\/)?("[^"]*")/g;

/**
 * Gives the quoted entity tags of `If-None-Match`, without the weak marks that compressing proxies
 * add (RFC 9110, section 13.1.2); none without the header and for `*`.
 */
export function knownTagsOf(request: Request): string[] {
	const header = request.headers.get("if-none-match") ?? "";
	return Array.from(header.matchAll(ENTITY_TAG), ([, tag]) => tag ?? "");
}
