/** A path as it may be logged: clients that forget the question mark, or mistake a key for an id, put a secret into it. */
export function withoutSecrets(path: string): string {
	return path.replace(/(?<=\bKEY=)[^/&]*|\bts[aklt]_[\w-]{8,}/g, "…");
}
