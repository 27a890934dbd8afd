import type { Service } from "@/lib/platform/service";
import type { RequestAttributes } from "./request-attributes";

/** The path of something of the service on its host: below `BASE_PATH`. */
export function servicePath({ settings }: Pick<Service, "settings">, path: string): string {
	return `${settings.BASE_PATH}${path}`;
}

/**
 * The service's address in links (docs/operations.md, Addresses): `PUBLIC_URL`, or else the one by
 * which the caller's own request came. Only who issues a link sees it, so without `PUBLIC_URL`
 * nobody chooses the address for somebody else.
 */
export function publicAddress(
	service: Pick<Service, "settings">,
	{ origin }: Pick<RequestAttributes, "origin">,
): string {
	return service.settings.PUBLIC_URL ?? `${origin}${servicePath(service, "")}`;
}
