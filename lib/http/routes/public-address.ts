import type { Service } from "@/lib/platform/service";
import type { RequestAttributes } from "./request-attributes";

/**
 * The service's address in links (docs/operations.md, Addresses): `PUBLIC_URL`, or else the one by
 * which the caller's own request came. Only who issues a link sees it, so without `PUBLIC_URL`
 * nobody chooses the address for somebody else.
 */
export function publicAddress(
	{ settings }: Pick<Service, "settings">,
	{ origin }: Pick<RequestAttributes, "origin">,
): string {
	return settings.PUBLIC_URL ?? origin;
}
