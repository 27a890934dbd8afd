import { isEmbedAddress } from "./embedding";
import { servicePath } from "./service-path";

const YEAR_SECONDS = 31_536_000;

/** Keeps something in this browser that the server reads while it renders pages; nothing of an embedded page. */
export function keepCookie(name: string, value: string): void {
	if (isEmbedAddress()) return;
	const secure = window.location.protocol === "https:" ? "; Secure" : "";
	const lasts = `Path=${servicePath("") || "/"}; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
	// The Cookie Store API exists on secure origins only, and a trial may run on plain HTTP.
	Object.assign(document, { cookie: `${name}=${encodeURIComponent(value)}; ${lasts}` });
}
