import type { ServerResponse } from "node:http";
import { overHttps } from "@/lib/http/routes/authenticate";
import { env } from "@/lib/platform/env";
import type { RequestContext } from "@/lib/processes/server/request-context";

/**
 * Has browsers come by HTTPS alone from now on (HSTS), where this one did: to this server, or to a
 * trusted proxy. Not for subdomains, which may be others' services.
 */
export function addStrictTransport(outgoing: ServerResponse, context: RequestContext): void {
	const { HSTS_SECONDS } = env();
	if (HSTS_SECONDS > 0 && overHttps(context)) {
		outgoing.setHeader("Strict-Transport-Security", `max-age=${HSTS_SECONDS}`);
	}
}
