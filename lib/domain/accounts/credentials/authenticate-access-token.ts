import type { Principal } from "@/lib/domain/access/principal";
import { type Identity, type Origin, PRINCIPAL_JSON, principalOfUser } from "@/lib/domain/accounts/principal-of-user";
import { hashSecret, isMarkedToken } from "@/lib/domain/accounts/secrets";
import { Prisma } from "@/lib/generated/prisma/client";
import { acceptedSecrets } from "@/lib/platform/secrets";
import type { Service } from "@/lib/platform/service";
import { AuthError } from "@/lib/rules/errors";
import { refuseKey } from "./refuse-key";

/**
 * The principal of an access token (docs/contract.md, Access tokens): always a designer.
 * @throws AuthError for a token that is unknown or expired, or whose user is disabled or no longer
 *   a designer; ThrottledError for too many that the service never made, from one address
 */
export async function authenticateAccessToken(service: Service, token: string, origin: Origin): Promise<Principal> {
	const user = await findTokenUser(service, token);
	if (user === undefined) {
		const invalid = "invalid access token";
		// Clients of one network find out that theirs have expired, and must not lock each other out.
		if (acceptedSecrets(service).some((secret) => isMarkedToken(secret, token))) throw new AuthError(invalid);
		return refuseKey(service, origin.address, invalid);
	}
	return principalOfUser(user, { kind: "access_token", id: null }, ["manage"], origin);
}

/** Finds the user of a valid access token; undefined for any other token. */
export async function findTokenUser(service: Service, token: string): Promise<Identity | undefined> {
	const [found] = await service.prisma.$rows<{ user: Identity }>(Prisma.sql`SELECT ${PRINCIPAL_JSON} AS "user"
			FROM access_tokens JOIN users ON users.id = access_tokens.user_id JOIN organizations ON organizations.id = users.organization_id
			WHERE access_tokens.token_hash = ${hashSecret(token)} AND access_tokens.expires_at > ${service.now()}::timestamptz
				AND users.disabled_at IS NULL AND users.role = 'designer'`);
	return found?.user;
}
