import type { AgentPrincipal, Principal } from "@/lib/domain/access/principal";
import { authenticateAccessToken } from "@/lib/domain/accounts/credentials/authenticate-access-token";
import { authenticateAgent } from "@/lib/domain/accounts/credentials/authenticate-agent";
import { authenticateApiKey } from "@/lib/domain/accounts/credentials/authenticate-api-key";
import { kindOfSecret } from "@/lib/domain/accounts/credentials/recognize-credential";
import { refuseKey } from "@/lib/domain/accounts/credentials/refuse-key";
import type { Origin } from "@/lib/domain/accounts/principal-of-user";
import { findSessionUser, principalOfSession, sessionCookieName } from "@/lib/domain/accounts/session";
import type { Service } from "@/lib/platform/service";
import { AuthError, ForbiddenError, InvalidArgumentError } from "@/lib/rules/errors";
import { isSafe } from "./is-safe";
import { type Door, OPENING_SCOPES, refuseMisplaced, strayCredential } from "./misplaced-credential";
import type { RequestAttributes } from "./request-attributes";

/** The kinds of credentials that a route takes (docs/contract.md, Credentials). */
export type Credentials = "management" | "product";

/** Credentials of a request outside its headers. */
export interface ShownFields {
	/** `KEY`, where the route takes it. */
	readonly key?: string | undefined;
	/** The other fields of a form. */
	readonly form?: readonly (readonly [name: string, value: string])[];
}

/**
 * Authenticates a caller of the management API (KEY, bearer access token, session) or the product
 * API (bearer access token or API key, session). A session counts only without KEY and bearer.
 * @throws AuthError without a valid credential, with a sentence about one in the wrong place;
 * InvalidArgumentError when KEY and bearer name different callers; ForbiddenError for a session used
 * from another origin; ThrottledError for too many wrong credentials from one address
 */
export async function authenticate(
	service: Service,
	request: Request,
	attributes: RequestAttributes,
	accepts: Credentials,
	{ key, form = [] }: ShownFields = {},
): Promise<Principal> {
	const origin = originOf(request, attributes);
	const door = { service, request, accepts, origin };
	const bearer = bearerOf(request);
	const byKey = key === undefined ? null : await authenticateKey(door, key);
	const byBearer = bearer === null ? null : await authenticateBearer(door, bearer);
	if (byKey !== null && byBearer !== null && byKey.userId !== byBearer.userId) {
		throw new InvalidArgumentError("KEY and the bearer token name different callers", { parameter: "KEY" });
	}
	const named = byKey ?? byBearer;
	if (named !== null) return named;
	const cookie = cookieOf(request, sessionCookieName(service, overHttps(attributes)));
	const user = await findSessionUser(service, cookie);
	if (user === null) {
		const missing =
			accepts === "management" ? "missing required parameter 'KEY', and no other credential" : "no valid credential";
		return refuseWithout(door, missing, form);
	}
	if (!isSafe(request)) refuseOtherOrigins(request, attributes);
	return principalOfSession(user, origin);
}

/** @throws InvalidArgumentError for an `X-Program` that names no program */
function originOf(request: Request, { clientAddress, requestId }: RequestAttributes): Origin {
	const program = request.headers.get("x-program");
	if (program === null) return { address: clientAddress, requestId };
	if (/^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$/.test(program)) return { address: clientAddress, requestId, program };
	throw new InvalidArgumentError(
		"the header X-Program must be 1 to 64 letters, digits, dots, hyphens, underscores and slashes, the first a letter or digit",
		{ parameter: "X-Program" },
	);
}

/** @throws AuthError without a valid agent key; ThrottledError for too many from one address */
export async function authenticateAgentRequest(
	service: Service,
	request: Request,
	attributes: RequestAttributes,
): Promise<AgentPrincipal> {
	const origin = originOf(request, attributes);
	const door = { service, request, accepts: "agent", origin } as const;
	const bearer = bearerOf(request);
	if (bearer === null) return refuseWithout(door, "an agent key is required as bearer token");
	if (kindOfSecret(bearer) !== "agent key") await refuseMisplaced(door, { secret: bearer, place: HEADER });
	return authenticateAgent(service, bearer, origin);
}

const HEADER = "the header 'Authorization'";

/**
 * Refuses a request without a credential where one is looked for. A secret elsewhere that opens
 * nothing counts as a wrong one.
 */
async function refuseWithout(door: Door, missing: string, form: ShownFields["form"] = []): Promise<never> {
	const stray = strayCredential(door, form);
	if (stray === undefined) throw new AuthError(missing);
	await refuseMisplaced(door, stray);
	return refuseKey(door.service, door.origin.address, missing);
}

async function authenticateKey(door: Door, key: string): Promise<Principal> {
	if (kindOfSecret(key) !== "API key") {
		const place = `the parameter 'KEY' of the ${isSafe(door.request) ? "query string" : "form body"}`;
		await refuseMisplaced(door, { secret: key, place });
	}
	return authenticateApiKey(door.service, key, OPENING_SCOPES, door.origin);
}

async function authenticateBearer(door: Door, bearer: string): Promise<Principal> {
	const { service, accepts, origin } = door;
	const kind = kindOfSecret(bearer);
	if (kind === "API key" && accepts === "product") {
		return authenticateApiKey(service, bearer, OPENING_SCOPES, origin);
	}
	if (kind !== "access token") await refuseMisplaced(door, { secret: bearer, place: HEADER });
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
export function cookieOf(request: Pick<Request, "headers">, name: string): string | undefined {
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
