import { type Account, account } from "@/lib/contract/account";
import type { Passkey } from "@/lib/contract/passkey";
import type { Principal, PrincipalSession } from "@/lib/domain/access/principal";
import { type Expectation, requireRevision } from "@/lib/domain/lists/define-resource";
import { rowOf } from "@/lib/domain/lists/row-of";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";

const accountSelect = {
	id: true,
	email: true,
	first_name: true,
	last_name: true,
	role: true,
	organization_id: true,
	organization: { select: { slug: true, name: true, second_factor_required: true } },
	password_hash: true,
	session_epoch: true,
	second_factor_at: true,
	totpFactor: { select: { confirmed_at: true, used_at: true } },
	passkeys: {
		select: { id: true, name: true, created_at: true, used_at: true },
		orderBy: [{ created_at: "asc" }, { id: "asc" }],
	},
	created_at: true,
	updated_at: true,
	revision: true,
	_count: { select: { apiKeys: { where: { revoked_at: null } }, recoveryCodes: true } },
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
	expected: Expectation = {},
): Promise<AccountRecord> {
	await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${principal.userId}::uuid FOR NO KEY UPDATE`;
	const record = await findAccount(tx, principal);
	requireRevision("account", record, expected);
	return record;
}

/** The API's row of a passkey. */
export function describePasskey({
	id,
	name,
	created_at: createdAt,
	used_at: usedAt,
}: AccountRecord["passkeys"][number]): Passkey {
	return { id, name, added_at: createdAt.toISOString(), last_used_at: usedAt?.toISOString() ?? null };
}

function describeSecondFactor({
	second_factor_at: secondFactorAt,
	totpFactor,
	passkeys,
	organization,
	_count,
}: AccountRecord): Account["second_factor"] {
	const { confirmed_at: confirmedAt = null, used_at: usedAt = null } = totpFactor ?? {};
	return {
		enabled: secondFactorAt !== null,
		required: organization.second_factor_required,
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
	return rowOf(account, record, {
		org_id: record.organization_id,
		org_slug: record.organization.slug,
		org_name: record.organization.name,
		has_password: record.password_hash !== null,
		second_factor: describeSecondFactor(record),
		key_count: record._count.apiKeys,
		session_id: session.id,
	});
}
