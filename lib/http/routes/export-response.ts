import type { Principal } from "@/lib/domain/access/principal";
import { Slots } from "@/lib/platform/throttling/slots";
import { responseInSlot } from "./response-in-slot";

export const EXPORT_LIMITS = { what: "exports", ofUser: 4, ofOrganization: 16, inAll: 64 } as const;

const slots = new Slots(EXPORT_LIMITS);

/**
 * Answers an export: each caller has a few at a time.
 * @throws ThrottledError when too many are open; the errors of `open`
 */
export function exportResponse(principal: Principal, open: () => Response | Promise<Response>): Promise<Response> {
	return responseInSlot(slots, principal, open);
}
