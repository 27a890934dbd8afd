import type { Principal } from "@/lib/domain/access/principal";
import { addressAllowed } from "@/lib/domain/accounts/addresses";
import { noted } from "@/lib/domain/accounts/noted";
import { type Identity, type Origin, PRINCIPAL_JSON, principalOfUser } from "@/lib/domain/accounts/principal-of-user";
import { hashSecret } from "@/lib/domain/accounts/secrets";
import { type KeyScope, Prisma } from "@/lib/generated/prisma/client";
import { coalesced } from "@/lib/platform/coalesced";
import type { Service } from "@/lib/platform/service";
import { AuthError } from "@/lib/rules/errors";
import { refuseKey } from "./refuse-key";

/** Minimum milliseconds between two updates of `last_used_at`. */
const LAST_USED_GRANULARITY_MS = 60_000;

interface FoundKey {
	id: string;
	scopes: KeyScope[];
	allowed_addresses: string[];
	user: Identity;
	lastUsedLongAgo: boolean;
	superseded: boolean;
}

/**
 * The principal of an API key (docs/contract.md, API keys).
 * @param scopes the key must have at least one of them
 * @throws AuthError for a key that is unknown, revoked, regenerated, expired, refused for this
 *   address, or whose user is disabled; callers cannot distinguish these. The error names a missing
 *   scope, except in the token API, whose errors have the specification's words alone
 * @throws ThrottledError for too many of them from one address
 */
export async function authenticateApiKey(
	service: Service,
	key: string,
	scopes: readonly KeyScope[],
	origin: Origin,
): Promise<Principal> {
	const found = await findApiKey(service, key, origin);
	const inScope = found?.scopes.some((scope) => scopes.includes(scope));
	if (found === undefined || (!inScope && scopes.includes("tokens"))) {
		return refuseKey(service, origin.address, "invalid API key");
	}
	if (!inScope) throw new AuthError(`the API key ${lackOf(scopes)}`);
	if (found.lastUsedLongAgo) await noted(noteUse(service, found.id));
	const credential = { kind: "api_key", id: found.id, ...(found.superseded && { superseded: true as const }) } as const;
	return principalOfUser(found.user, credential, found.scopes, origin);
}

/** Ends a sentence about a key that lacks all of these scopes. */
export const lackOf = (scopes: readonly KeyScope[]): string =>
	`lacks the scope ${scopes.map((scope) => `'${scope}'`).join(" or ")}`;

/** Finds a key that is valid at this address, whatever its scopes; undefined for any other. */
export async function findApiKey(service: Service, key: string, origin: Origin): Promise<FoundKey | undefined> {
	const found = await lookUp(service, key, undefined);
	return found !== undefined && addressAllowed(origin.address, found.allowed_addresses) ? found : undefined;
}

/** Coalesced, as a customer's server sends many requests at once with one key. */
const lookUp = coalesced<undefined, FoundKey | undefined>(async (service, key) => {
	const found = await findKey(service, key);
	return () => found;
});

async function findKey(service: Service, key: string): Promise<FoundKey | undefined> {
	const now = service.now();
	const secretHash = hashSecret(key);
	const [found] =
		await service.prisma.$rows<FoundKey>(Prisma.sql`SELECT k.id, k.scopes::text[] AS scopes, k.allowed_addresses, ${PRINCIPAL_JSON} AS "user",
				(k.last_used_at IS NULL OR k.last_used_at < ${stale(now)}::timestamptz) AS "lastUsedLongAgo",
				k.secret_hash <> ${secretHash} AS superseded
			FROM api_keys k JOIN users ON users.id = k.user_id JOIN organizations ON organizations.id = users.organization_id
			WHERE (k.secret_hash = ${secretHash} OR (k.previous_hash = ${secretHash} AND k.previous_expires_at > ${now}::timestamptz))
				AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now}::timestamptz) AND users.disabled_at IS NULL`);
	return found;
}

async function noteUse(service: Service, id: string): Promise<void> {
	const now = service.now();
	await service.prisma.apiKey.updateMany({
		where: { id, OR: [{ last_used_at: null }, { last_used_at: { lt: stale(now) } }] },
		data: { last_used_at: now },
	});
}

function stale(now: Date): Date {
	return new Date(now.getTime() - LAST_USED_GRANULARITY_MS);
}
