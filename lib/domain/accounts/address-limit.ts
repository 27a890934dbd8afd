import { isUnlistedProxy } from "@/lib/platform/unlisted-proxies";

/** Factor on the limit of one address for a proxy that TRUSTED_PROXIES does not name. */
export const PEOPLE_BEHIND = 20;

/**
 * The limit of calls from one address. All clients of a proxy that TRUSTED_PROXIES does not name
 * share one address: one person's guesses must not lock out the others. Limits by e-mail and
 * account stay.
 */
export function addressLimit(address: string, limit: number): number {
	return isUnlistedProxy(address) ? limit * PEOPLE_BEHIND : limit;
}
