const ANY_ORIGIN = "http://local.invalid";

/**
 * Where to go after sign-in: the path and query of `callbackUrl` when it lies on this site, else
 * `/`. An address of another site would make the sign-in page a trusted link to anywhere.
 */
export function localPath(callbackUrl: string | undefined): string {
	if (callbackUrl === undefined || !callbackUrl.startsWith("/")) return "/";
	let url: URL;
	try {
		url = new URL(callbackUrl, ANY_ORIGIN);
	} catch {
		return "/";
	}
	if (url.origin !== ANY_ORIGIN || url.pathname.startsWith("//") || url.pathname === "/signin") return "/";
	return `${url.pathname}${url.search}${url.hash}`;
}
