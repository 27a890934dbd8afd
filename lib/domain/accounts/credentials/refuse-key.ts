import { addressLimit } from "@/lib/domain/accounts/address-limit";
import { networkOf } from "@/lib/domain/accounts/addresses";
import { noted } from "@/lib/domain/accounts/noted";
import type { Service } from "@/lib/platform/service";
import { takeCall } from "@/lib/platform/throttling/take-call";
import { AuthError } from "@/lib/rules/errors";

/**
 * Refuses a key or token that opens nothing, and counts it by the caller's network. The caller
 * looks the key up first, so that wrong keys do not lock out the right keys of their network.
 * @throws AuthError; ThrottledError beyond `WRONG_KEY_RATE_LIMIT` in a minute
 */
export async function refuseKey(service: Service, from: string | null, message: string): Promise<never> {
	const address = from ?? "";
	const limit = service.settings.WRONG_KEY_RATE_LIMIT;
	if (limit > 0) await noted(takeCall(service, `wrong-key:${networkOf(address)}`, addressLimit(address, limit)));
	throw new AuthError(message);
}
