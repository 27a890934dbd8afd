import { randomBytes } from "node:crypto";
import { NAME_LENGTH } from "@/lib/contract/constants";
import { NOT_IN_NAMES } from "@/lib/contract/parameters";
import type { TokenGrant } from "@/lib/contract/token";
import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import { acceptedSecrets } from "@/lib/platform/secrets";
import type { Service } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";
import { cutText } from "@/lib/rules/text/cut-text";
import { emailKey } from "@/lib/rules/text/email-key";
import { accessTokenOf, hashSecret } from "./secrets";

/** A user as the customer's server identifies them. */
export interface TokenUser {
	readonly email: string;
	readonly firstName: string;
	readonly lastName: string;
}

/**
 * `GET /token/user` (docs/contract.md, Access tokens): the access token of a user by e-mail. The
 * first request creates the user in the key's organization.
 * @throws NotFoundError `user not found` for a user of another role than designer, or a disabled
 *   one
 */
export async function grantTokenByEmail(service: Service, caller: Principal, user: TokenUser): Promise<TokenGrant> {
	const key = emailKey(user.email);
	const names = { firstName: keptOf(user.firstName), lastName: keptOf(user.lastName) };
	const where = { organizationId_emailKey: { organizationId: caller.organizationId, emailKey: key } };
	// Of two first requests at once, the one that loses the insert finds the other's row.
	await service.prisma.user.createMany({
		data: [{ email: user.email, ...names, emailKey: key, organizationId: caller.organizationId, role: "designer" }],
		skipDuplicates: true,
	});
	const found = await service.prisma.user.findUniqueOrThrow({ where });
	if (found.role !== "designer" || found.disabledAt !== null) throw new NotFoundError("user not found");
	if (found.firstName !== names.firstName || found.lastName !== names.lastName) {
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
		expiresAt: Date | null;
	}>(Prisma.sql`SELECT u.id, encode(a.nonce, 'hex') AS nonce,
				encode(a.token_hash, 'hex') AS hash, a.expires_at AS "expiresAt"
			FROM users u LEFT JOIN access_tokens a ON a.user_id = u.id
			WHERE u.id = ${userId}::uuid AND u.organization_id = ${caller.organizationId}::uuid AND u.role = 'designer'
				AND u.disabled_at IS NULL`);
	if (found === undefined) throw new NotFoundError("user not found");
	const { id, nonce, hash, expiresAt } = found;
	if (nonce === null || hash === null || expiresAt === null || expiresAt <= service.now()) {
		return currentToken(service, id);
	}
	const stored = { userId: id, nonce: Buffer.from(nonce, "hex"), tokenHash: Buffer.from(hash, "hex"), expiresAt };
	return grant(service, stored) ?? currentToken(service, id);
}

/**
 * The same token until it expires, then a new one; of two requests at once, the slower one gets the
 * other's token.
 */
async function currentToken(service: Service, userId: string): Promise<TokenGrant> {
	const now = service.now();
	const current = await service.prisma.accessToken.findUnique({ where: { userId } });
	const granted = current !== null && current.expiresAt > now ? grant(service, current) : null;
	if (granted !== null) return granted;
	const nonce = new Uint8Array(randomBytes(32));
	const tokenHash = hashSecret(accessTokenOf(service.secret, userId, nonce));
	const expiration = Math.floor(now.getTime() / 1000) + service.settings.TOKEN_TTL_SECONDS;
	const fresh = { nonce, tokenHash, issuedAt: now, expiresAt: new Date(expiration * 1000) };
	if (current === null) {
		await service.prisma.accessToken.createMany({ data: [{ userId, ...fresh }], skipDuplicates: true });
	} else {
		await service.prisma.accessToken.updateMany({ where: { userId, tokenHash: current.tokenHash }, data: fresh });
	}
	const stored = grant(service, await service.prisma.accessToken.findUniqueOrThrow({ where: { userId } }));
	if (stored === null) throw new Error("another process has made the access token under a secret that is not accepted");
	return stored;
}

interface StoredToken {
	readonly userId: string;
	readonly nonce: Uint8Array;
	readonly tokenHash: Uint8Array;
	readonly expiresAt: Date;
}

/** Null for a token of a secret that is no longer accepted: its value is not known. */
function grant(service: Service, { userId, nonce, tokenHash, expiresAt }: StoredToken): TokenGrant | null {
	const token = acceptedSecrets(service)
		.map((secret) => accessTokenOf(secret, userId, nonce))
		.find((each) => Buffer.compare(hashSecret(each), tokenHash) === 0);
	return token === undefined ? null : { uid: userId, token, expiration: Math.floor(expiresAt.getTime() / 1000) };
}
