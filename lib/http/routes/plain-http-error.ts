import type { Service } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";
import type { RequestFacts } from "./request-facts";

/**
 * The one rule for HTTPS, of the API, of sign-in and of its pages: a request that brings a secret comes over TLS or from
 * this machine, unless the operator allows plain HTTP.
 * @returns the error for a request that does not
 */
export function plainHttpError(
	{ secure }: Pick<RequestFacts, "secure">,
	{ ALLOW_PLAIN_HTTP }: Pick<Service["settings"], "ALLOW_PLAIN_HTTP">,
): ForbiddenError | undefined {
	return secure || ALLOW_PLAIN_HTTP ? undefined : new ForbiddenError("HTTPS required");
}
