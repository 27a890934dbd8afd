import type { AgentPrincipal, Principal } from "@/lib/domain/access/principal";
import { Slots } from "@/lib/platform/throttling/slots";
import { responseInSlot } from "./response-in-slot";

/** More than a page with many sets opens at once. */
export const DOWNLOAD_LIMITS = { what: "maps and files", ofUser: 64, ofOrganization: 256, inAll: 1_000 } as const;

const slots = new Slots(DOWNLOAD_LIMITS);

/**
 * Answers a file, or geofences for a map, in a slot of the caller's. Agents need none: many share a
 * key, and a target has a limited number of them.
 * @throws ThrottledError when too many are open; the errors of `open`
 */
export async function downloadResponse(
	caller: Principal | AgentPrincipal,
	open: () => Response | Promise<Response>,
): Promise<Response> {
	return "userId" in caller ? responseInSlot(slots, caller, open) : open();
}
