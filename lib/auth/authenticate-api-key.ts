import type { Principal } from "@/lib/access/principal";
import { AuthError } from "@/lib/errors";
import type { KeyScope } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/service";
import { addressAllowed } from "./addresses";
import { type Origin, principalOfUser, principalSelect } from "./principal-of-user";
import { hashSecret } from "./secrets";

/** `last_used_at` is written at most this often. */
const LAST_USED_GRANULARITY_MS = 60_000;

/**
 * Who calls with an API key (design.md section 3).
 * @param scopes of which the key must carry at least one
 * @throws AuthError for a key that is unknown, revoked, regenerated, expired, out of scope, refused from this address, or
 *   whose user is disabled: all the same to the caller.
 */
export async function authenticateApiKey(
	service: Service,
	key: string,
	scopes: readonly KeyScope[],
	origin: Origin,
): Promise<Principal> {
	const now = service.now();
	const secretHash = hashSecret(key);
	const found = await service.prisma.apiKey.findFirst({
		where: {
			OR: [{ secretHash }, { previousHash: secretHash, previousExpiresAt: { gt: now } }],
			revokedAt: null,
		},
		include: { user: { select: principalSelect } },
	});
	const valid =
		found !== null &&
		(found.expiresAt === null || found.expiresAt > now) &&
		found.user.disabledAt === null &&
		found.scopes.some((scope) => scopes.includes(scope)) &&
		addressAllowed(origin.address, found.allowedAddresses);
	if (!valid) throw new AuthError("invalid API key");
	const stale = new Date(now.getTime() - LAST_USED_GRANULARITY_MS);
	if (found.lastUsedAt === null || found.lastUsedAt < stale) {
		await service.prisma.apiKey.updateMany({
			where: { id: found.id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: stale } }] },
			data: { lastUsedAt: now },
		});
	}
	return principalOfUser(found.user, { kind: "api_key", id: found.id }, found.scopes, origin);
}
