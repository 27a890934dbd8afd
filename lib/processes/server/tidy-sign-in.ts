import type { IncomingMessage } from "node:http";

/** The cookie of next-auth with the address to return to; also of services below a path. */
const ADDRESS_COOKIE = /^(?:__Secure-|__Host-)?next-auth\.callback-url(?:$|\.)/;

/**
 * Removes input to which next-auth answers 500, and which it logs as sent: an invalid return
 * address, and an error name that no header can hold. The address is dispensable; another program
 * on the host or a neighboring domain may set such a cookie, which would block sign-in and sign-
 * out.
 * @param query from the question mark on, or empty
 * @returns the remaining query
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

/** Whether next-auth accepts a cookie as sent. Next reads one without a value as `true`. */
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

/**
 * As next-auth decides: an address of any site, which it does not follow, or a path of this one.
 */
function isAddress(text: string): boolean {
	if (text === "") return true;
	const base = text.startsWith("/") ? "http://localhost" : undefined;
	return URL.canParse(text, base) && /^https?:$/.test(new URL(text, base).protocol);
}
