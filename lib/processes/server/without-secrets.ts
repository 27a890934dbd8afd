/**
 * A path that may be logged: a client may have forgotten the question mark or sent a key as an id,
 * a mail gateway may have encoded the `#` of a link, and thus put a secret into it.
 */
export function withoutSecrets(path: string): string {
	return path.replace(/(?<=KEY(?:=|%3D))[^/&]*|ts[aklt]_[\w-]{8,}/g, "…");
}
