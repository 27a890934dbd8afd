import type { Account } from "@/lib/contract/account";
import type { Passkey } from "@/lib/contract/passkey";
import type { Principal, PrincipalSession } from "@/lib/domain/access/principal";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { VersionMismatchError } from "@/lib/rules/errors";

const accountSelect = {
	id: true,
	email: true,
	firstName: true,
	lastName: true,
	role: true,
	organizationId: true,
	organization: { select: { slug: true, name: true, secondFactorRequired: true } },
	passwordHash: true,
	sessionEpoch: true,
	secondFactorAt: true,
	totpFactor: { select: { confirmedAt: true, usedAt: true } },
	passkeys: {
		select: { id: true, name: true, createdAt: true, usedAt: true },
		orderBy: [{ createdAt: "asc" }, { id: "asc" }],
	},
	createdAt: true,
	updatedAt: true,
	revision: true,
	_count: { select: { apiKeys: { where: { revokedAt: null } }, recoveryCodes: true } },
} satisfies Prisma.UserSelect;
export type AccountRecord = Prisma.UserGetPayload<{ select: typeof accountSelect }>;

/** The caller's own row. */
export function findAccount(db: Transaction, { userId }: Principal): Promise<AccountRecord> {
	return db.user.findUniqueOrThrow({ where: { id: userId }, select: accountSelect });
}

/**
 * The caller's own row, locked for a change in this transaction.
 * @throws VersionMismatchError when it is at another revision than expected
 */
export async function findAccountForChange(
	tx: Transaction,
	principal: Principal,
	expectation: { readonly revision?: number } = {},
): Promise<AccountRecord> {
	await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${principal.userId}::uuid FOR NO KEY UPDATE`;
	const record = await findAccount(tx, principal);
	if (expectation.revision !== undefined && expectation.revision !== record.revision) {
		throw new VersionMismatchError(
			`the account is at revision ${record.revision}, not ${expectation.revision}: it was changed at ${record.updatedAt.toISOString()}`,
		);
	}
	return record;
}

/** The API's row of a passkey. */
export function describePasskey({ id, name, createdAt, usedAt }: AccountRecord["passkeys"][number]): Passkey {
	return { id, name, added_at: createdAt.toISOString(), last_used_at: usedAt?.toISOString() ?? null };
}

function describeSecondFactor({
	secondFactorAt,
	totpFactor,
	passkeys,
	organization,
	_count,
}: AccountRecord): Account["second_factor"] {
	const { confirmedAt = null, usedAt = null } = totpFactor ?? {};
	return {
		enabled: secondFactorAt !== null,
		required: organization.secondFactorRequired,
		totp:
			confirmedAt === null
				? null
				: { added_at: confirmedAt.toISOString(), last_used_at: usedAt?.toISOString() ?? null },
		passkeys: passkeys.map(describePasskey),
		recovery_codes_left: _count.recoveryCodes,
	};
}

/** The API's row of the caller. */
export function describeAccount(record: AccountRecord, session: PrincipalSession): Account {
	return {
		id: record.id,
		email: record.email,
		first_name: record.firstName,
		last_name: record.lastName,
		role: record.role,
		org_id: record.organizationId,
		org_slug: record.organization.slug,
		org_name: record.organization.name,
		has_password: record.passwordHash !== null,
		second_factor: describeSecondFactor(record),
		key_count: record._count.apiKeys,
		session_id: session.id,
		created_at: record.createdAt.toISOString(),
		revision: record.revision,
	};
}
