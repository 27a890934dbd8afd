import type { Service } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";
import type { RequestAttributes } from "./request-attributes";

/**
 * Requests with a secret must use TLS or come from this machine, unless the operator allows plain
 * HTTP: one rule for the API, sign-in and its pages.
 * @returns the error for other requests
 */
export function plainHttpError(
	{ secure }: Pick<RequestAttributes, "secure">,
	{ ALLOW_PLAIN_HTTP }: Pick<Service["settings"], "ALLOW_PLAIN_HTTP">,
): ForbiddenError | undefined {
	return secure || ALLOW_PLAIN_HTTP ? undefined : new ForbiddenError("HTTPS required");
}
