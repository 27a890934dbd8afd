import type { Service } from "@/lib/platform/service";
import type { RequestAttributes } from "./request-attributes";

/** The path of something of the service on its host: below `BASE_PATH`. */
export function servicePath({ settings }: Pick<Service, "settings">, path: string): string {
	return `${settings.BASE_PATH}${path}`;
}

/**
 * The service's address in links (docs/operations.md, Addresses): `PUBLIC_URL`, or else the address
 * of the caller's own request. Only the issuer of a link sees the link, so without `PUBLIC_URL` no
 * caller chooses the address for another person.
 */
export function publicAddress(
	service: Pick<Service, "settings">,
	{ origin }: Pick<RequestAttributes, "origin">,
): string {
	return service.settings.PUBLIC_URL ?? `${origin}${servicePath(service, "")}`;
}
