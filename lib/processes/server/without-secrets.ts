/**
 * A path that may be logged: a client may have forgotten the question mark or sent a key as an id,
 * and thus put a secret into it.
 */
export function withoutSecrets(path: string): string {
	return path.replace(/(?<=\bKEY=)[^/&]*|\bts[aklt]_[\w-]{8,}/g, "…");
}
