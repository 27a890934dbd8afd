import { randomBytes } from "node:crypto";
import { NAME_LENGTH } from "@/lib/contract/constants";
import { NOT_IN_NAMES } from "@/lib/contract/parameters";
import type { TokenGrant } from "@/lib/contract/token";
import type { Principal } from "@/lib/domain/access/principal";
import { accessTokenOf, hashSecret } from "@/lib/domain/accounts/secrets";
import { Prisma } from "@/lib/generated/prisma/client";
import { acceptedSecrets } from "@/lib/platform/secrets";
import type { Service } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";
import { cutText } from "@/lib/rules/text/cut-text";
import { emailKey } from "@/lib/rules/text/email-key";

/** A user as the customer's server identifies them. */
export interface TokenUser {
	readonly email: string;
	readonly first_name: string;
	readonly last_name: string;
}

/**
 * `GET /token/user` (docs/contract.md, Access tokens): the access token of a user by e-mail. The
 * first request creates the user in the key's organization.
 * @throws NotFoundError `user not found` for a user of another role than designer, or a disabled
 *   one
 */
export async function grantTokenByEmail(service: Service, caller: Principal, user: TokenUser): Promise<TokenGrant> {
	const key = emailKey(user.email);
	const names = { first_name: keptOf(user.first_name), last_name: keptOf(user.last_name) };
	const where = { organization_id_email_key: { organization_id: caller.organizationId, email_key: key } };
	// Of two first requests at once, the one that loses the insert finds the other's row.
	await service.prisma.user.createMany({
		data: [{ email: user.email, ...names, email_key: key, organization_id: caller.organizationId, role: "designer" }],
		skipDuplicates: true,
	});
	const found = await service.prisma.user.findUniqueOrThrow({ where });
	if (found.role !== "designer" || found.disabled_at !== null) throw new NotFoundError("user not found");
	if (found.first_name !== names.first_name || found.last_name !== names.last_name) {
		await service.prisma.user.update({ where, data: names, select: { id: true } });
	}
	return currentToken(service, found.id);
}

/**
 * Fits a name to the limits of pages, control characters as blanks, instead of refusing the token:
 * the contract of the token API has no limits.
 */
const keptOf = (name: string) => cutText(name.replaceAll(NOT_IN_NAMES, " ").trim(), NAME_LENGTH);

/**
 * `GET /token/user/<user_id>`: the refresh form.
 * @throws NotFoundError `user not found` for a user outside the key's organization, of another
 *   role, or disabled
 */
export async function grantTokenById(service: Service, caller: Principal, userId: string): Promise<TokenGrant> {
	const [found] = await service.prisma.$rows<{
		id: string;
		nonce: string | null;
		hash: string | null;
		expires_at: Date | null;
	}>(Prisma.sql`SELECT u.id, encode(a.nonce, 'hex') AS nonce,
				encode(a.token_hash, 'hex') AS hash, a.expires_at
			FROM users u LEFT JOIN access_tokens a ON a.user_id = u.id
			WHERE u.id = ${userId}::uuid AND u.organization_id = ${caller.organizationId}::uuid AND u.role = 'designer'
				AND u.disabled_at IS NULL`);
	if (found === undefined) throw new NotFoundError("user not found");
	const { id, nonce, hash, expires_at: expiresAt } = found;
	if (nonce === null || hash === null || expiresAt === null || expiresAt <= service.now()) {
		return currentToken(service, id);
	}
	const stored = {
		user_id: id,
		nonce: Buffer.from(nonce, "hex"),
		token_hash: Buffer.from(hash, "hex"),
		expires_at: expiresAt,
	};
	return grant(service, stored) ?? currentToken(service, id);
}

/**
 * The same token until it expires, then a new one; of two requests at once, the slower one gets the
 * other's token.
 */
async function currentToken(service: Service, userId: string): Promise<TokenGrant> {
	const now = service.now();
	const current = await service.prisma.accessToken.findUnique({ where: { user_id: userId } });
	const granted = current !== null && current.expires_at > now ? grant(service, current) : null;
	if (granted !== null) return granted;
	const nonce = new Uint8Array(randomBytes(32));
	const tokenHash = hashSecret(accessTokenOf(service.secret, userId, nonce));
	const expiration = Math.floor(now.getTime() / 1000) + service.settings.TOKEN_TTL_SECONDS;
	const fresh = { nonce, token_hash: tokenHash, issued_at: now, expires_at: new Date(expiration * 1000) };
	if (current === null) {
		await service.prisma.accessToken.createMany({ data: [{ user_id: userId, ...fresh }], skipDuplicates: true });
	} else {
		await service.prisma.accessToken.updateMany({
			where: { user_id: userId, token_hash: current.token_hash },
			data: fresh,
		});
	}
	const stored = grant(service, await service.prisma.accessToken.findUniqueOrThrow({ where: { user_id: userId } }));
	if (stored === null) throw new Error("another process has made the access token under a secret that is not accepted");
	return stored;
}

interface StoredToken {
	readonly user_id: string;
	readonly nonce: Uint8Array;
	readonly token_hash: Uint8Array;
	readonly expires_at: Date;
}

/** Null for a token of a secret that is no longer accepted: its value is not known. */
function grant(
	service: Service,
	{ user_id: userId, nonce, token_hash: tokenHash, expires_at: expiresAt }: StoredToken,
): TokenGrant | null {
	const token = acceptedSecrets(service)
		.map((secret) => accessTokenOf(secret, userId, nonce))
		.find((each) => Buffer.compare(hashSecret(each), tokenHash) === 0);
	return token === undefined ? null : { uid: userId, token, expiration: Math.floor(expiresAt.getTime() / 1000) };
}
