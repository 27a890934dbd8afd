import { isUntoldProxy } from "@/lib/platform/untold-proxies";

/** So many times the limit of one address applies to a proxy that the service was not told of. */
const PEOPLE_BEHIND = 20;

/**
 * The limit of calls from one address. Everybody behind a proxy that is not in TRUSTED_PROXIES is
 * one address, and must not be locked out for what one of them does; limits by e-mail and account
 * stay.
 */
export function addressLimit(address: string, limit: number): number {
	return isUntoldProxy(address) ? limit * PEOPLE_BEHIND : limit;
}
