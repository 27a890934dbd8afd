import { isIP } from "node:net";
import type { RelyingParty } from "@/lib/domain/accounts/second-factor/passkeys";
import type { Service } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import { publicAddress } from "./public-address";
import type { RequestAttributes } from "./request-attributes";

type Origin = Pick<RequestAttributes, "origin">;

/**
 * The service as passkeys know it, by `PUBLIC_URL` or else by the request's own host; null where
 * that is an address, which has no passkeys.
 */
export function findRelyingParty(service: Pick<Service, "settings">, attributes: Origin): RelyingParty | null {
	const address = publicAddress(service, attributes);
	if (!URL.canParse(address)) return null;
	const { hostname: id, origin } = new URL(address);
	return isIP(id) !== 0 || id.startsWith("[") ? null : { id, origin };
}

/**
 * The relying party for a request that begins with a passkey.
 * @throws InvalidStateError where the request names the service by an IP address
 */
export function relyingParty(service: Pick<Service, "settings">, attributes: Origin): RelyingParty {
	const party = findRelyingParty(service, attributes);
	if (party !== null) return party;
	throw new InvalidStateError("passkeys need a host name: open the service by its name, not by an IP address");
}
