import { pageRendering } from "@/lib/contract/page-rendering";

/** Path below which the service answers (`BASE_PATH`), or nothing; written in by the build. */
const BASE_PATH = process.env.NEXT_PUBLIC_BASE_PATH ?? "";

/**
 * The path of something of the service on its host. For whatever is not built by Next's links,
 * router and redirects, which add the base path themselves. Also a name for what a browser shares
 * among the pages of an origin, such as channels and locks: another service may be there, too.
 */
export function servicePath(path: string): string {
	return `${BASE_PATH}${path}`;
}

/** The path within the service of a path on its host, as Next's links and router take it. */
export function pathInService(pathname: string): string {
	if (pathname === BASE_PATH) return "/";
	return pathname.startsWith(`${BASE_PATH}/`) ? pathname.slice(BASE_PATH.length) : pathname;
}

/** The address by which this browser reaches the service, without a slash at its end. */
export const serviceAddress = (): string => `${pageRendering()?.page()?.origin ?? window.location.origin}${BASE_PATH}`;
