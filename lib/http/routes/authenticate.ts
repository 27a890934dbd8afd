import type { AgentPrincipal, Principal } from "@/lib/domain/access/principal";
import { authenticateAccessToken } from "@/lib/domain/accounts/authenticate-access-token";
import { authenticateAgent } from "@/lib/domain/accounts/authenticate-agent";
import { authenticateApiKey } from "@/lib/domain/accounts/authenticate-api-key";
import type { Origin } from "@/lib/domain/accounts/principal-of-user";
import { API_KEY_PREFIX } from "@/lib/domain/accounts/secrets";
import { findSessionUser, principalOfSession, sessionCookieName } from "@/lib/domain/accounts/session";
import type { Service } from "@/lib/platform/service";
import { AuthError, ForbiddenError, InvalidArgumentError } from "@/lib/rules/errors";
import type { RequestAttributes } from "./request-attributes";
import { isSafe } from "./safe-methods";

/** The kinds of credentials that a route takes (docs/contract.md, Credentials). */
export type Credentials = "management" | "product";

/**
 * Authenticates a caller of the management API (KEY, bearer access token, session) or the product
 * API (bearer access token or API key, session). A session counts only without KEY and bearer.
 * @throws AuthError without a valid credential; InvalidArgumentError when KEY and bearer name
 * different callers; ForbiddenError for a session used from another origin; ThrottledError for too
 * many wrong credentials from one address
 */
export async function authenticate(
	service: Service,
	request: Request,
	attributes: RequestAttributes,
	accepts: Credentials,
	key: string | undefined,
): Promise<Principal> {
	const origin = originOf(attributes);
	const bearer = bearerOf(request);
	const byKey = key === undefined ? null : await authenticateApiKey(service, key, ["manage", "administer"], origin);
	const byBearer = bearer === null ? null : await authenticateBearer(service, bearer, accepts, origin);
	if (byKey !== null && byBearer !== null && byKey.userId !== byBearer.userId) {
		throw new InvalidArgumentError("KEY and the bearer token name different callers", { parameter: "KEY" });
	}
	const named = byKey ?? byBearer;
	if (named !== null) return named;
	const cookie = cookieOf(request, sessionCookieName(service, overHttps(attributes)));
	const user = await findSessionUser(service, cookie);
	if (user === null) {
		throw new AuthError(
			accepts === "management" ? "missing required parameter 'KEY', and no other credential" : "no valid credential",
		);
	}
	if (!isSafe(request)) refuseOtherOrigins(request, attributes);
	return principalOfSession(user, origin);
}

const originOf = ({ clientAddress, requestId }: RequestAttributes): Origin => ({ address: clientAddress, requestId });

/** @throws AuthError without a valid agent key; ThrottledError for too many from one address */
export async function authenticateAgentRequest(
	service: Service,
	request: Request,
	attributes: RequestAttributes,
): Promise<AgentPrincipal> {
	const bearer = bearerOf(request);
	if (bearer === null) throw new AuthError("an agent key is required as bearer token");
	return authenticateAgent(service, bearer, originOf(attributes));
}

function authenticateBearer(
	service: Service,
	bearer: string,
	accepts: Credentials,
	origin: Origin,
): Promise<Principal> {
	if (accepts === "product" && bearer.startsWith(API_KEY_PREFIX)) {
		return authenticateApiKey(service, bearer, ["manage", "administer"], origin);
	}
	return authenticateAccessToken(service, bearer, origin);
}

/**
 * Gives the token of `Authorization: Bearer`; null without the header.
 * @throws AuthError for a header of another form
 */
export function bearerOf(request: Request): string | null {
	const header = request.headers.get("authorization");
	if (header === null) return null;
	// Any number of blanks may separate scheme and token (RFC 9110, section 11.4).
	const [, token] = /^Bearer +(\S+)$/i.exec(header.trim()) ?? [];
	if (token === undefined) throw new AuthError("the Authorization header must be 'Bearer <token>'");
	return token;
}

/**
 * Whether the browser speaks HTTPS to this server or to a trusted proxy, which decides the cookies'
 * names.
 */
export function overHttps(attributes: Pick<RequestAttributes, "origin">): boolean {
	return attributes.origin.startsWith("https:");
}

/** The value of a cookie of a request. */
export function cookieOf(request: Request, name: string): string | undefined {
	const header = request.headers.get("cookie") ?? "";
	const pair = header.split(/;\s*/).find((part) => part.startsWith(`${name}=`));
	return pair?.slice(name.length + 1);
}

/** Browsers send cookies with requests of other sites, which must not change data. */
function refuseOtherOrigins(request: Request, attributes: RequestAttributes): void {
	const site = request.headers.get("sec-fetch-site");
	const origin = request.headers.get("origin");
	const same = site === null ? origin === attributes.origin : site === "same-origin";
	if (!same) throw new ForbiddenError("a request with a session cookie must come from the service's own pages");
}
