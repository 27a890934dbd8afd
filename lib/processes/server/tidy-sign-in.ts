import type { IncomingMessage } from "node:http";

/** The cookie in which next-auth keeps where a person wanted to go; also of services below a path. */
const ADDRESS_COOKIE = /^(?:__Secure-)?next-auth\.callback-url(?:$|\.)/;

/**
 * Takes out of a request to `/api/auth/…` what next-auth answers with 500 and with what was sent in the log, as one line or as several: an
 * address to go to that is none, and the name of a problem that no header takes. Nobody has to go anywhere: whoever has such a cookie, from
 * another program on the same host or from a neighboring domain, could neither sign in nor out.
 * @param query from the question mark on, or empty
 * @returns the query that is left
 */
export function tidySignIn(incoming: IncomingMessage, query: string): string {
	const { headers } = incoming;
	if (headers.cookie !== undefined) headers.cookie = headers.cookie.split(/; */).filter(isUsable).join("; ");
	const parameters = new URLSearchParams(query);
	const wrong = [
		parameters.getAll("callbackUrl").every(isAddress) ? undefined : "callbackUrl",
		parameters.getAll("error").every((name) => /^\w{0,64}$/.test(name)) ? undefined : "error",
	].filter((name) => name !== undefined);
	if (wrong.length === 0) return query;
	for (const name of wrong) parameters.delete(name);
	return parameters.size === 0 ? "" : `?${parameters}`;
}

/** Whether next-auth takes a cookie as it was sent. Of one without a value Next says that it is `true`. */
function isUsable(pair: string): boolean {
	const [name = "", ...value] = pair.split("=");
	return !ADDRESS_COOKIE.test(name) || (value.length > 0 && isAddress(decoded(value.join("="))));
}

function decoded(value: string): string {
	try {
		return decodeURIComponent(value);
	} catch {
		return "";
	}
}

/** By next-auth's own measure: an address of any site, which is not gone to, or a path of this one. */
function isAddress(text: string): boolean {
	if (text === "") return true;
	const base = text.startsWith("/") ? "http://localhost" : undefined;
	return URL.canParse(text, base) && /^https?:$/.test(new URL(text, base).protocol);
}
