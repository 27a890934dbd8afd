import type { CreateKey, IssuedKey } from "@/lib/contract/key";
import { visiblePeople } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { requireIssuer, usualScopes } from "@/lib/domain/accounts/key-rules";
import { peopleBehind } from "@/lib/domain/accounts/people-behind";
import { newKey } from "@/lib/domain/accounts/secrets";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { InvalidArgumentError, InvalidStateError, NotFoundError } from "@/lib/rules/errors";
import { describeIssuedKey, keySelect } from "./keys";

/**
 * `POST /api/keys` (docs/contract.md, API keys): issues an API key for the caller, or by
 * administrators and operators for a user whom they may change. Only this answer has its value.
 * @throws NotFoundError for a user whom the caller does not see
 * @throws ForbiddenError for scopes that the caller may not grant
 * @throws InvalidArgumentError for an expiry in the past
 * @throws InvalidStateError for a disabled user
 */
export async function createKey(service: Service, principal: Principal, wanted: CreateKey): Promise<IssuedKey> {
	const now = service.now();
	const expiresAt = wanted.expires_at === null ? null : new Date(wanted.expires_at);
	if (expiresAt !== null && expiresAt <= now) {
		throw new InvalidArgumentError("'expires_at' must be in the future", { parameter: "expires_at" });
	}
	const { key, prefix, secretHash } = newKey("api");
	const userId = wanted.user_id ?? principal.userId;
	return transact(service.prisma, async (tx) => {
		// Locked, because a rival edit that makes the user an operator withdraws administering keys
		// and would miss this one.
		await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR SHARE`;
		const user = await tx.user.findFirst({
			where: { ...visiblePeople(principal), AND: { id: userId } },
			select: { id: true, organization_id: true, role: true, disabled_at: true },
		});
		if (user === null) throw new NotFoundError("user not found");
		const scopes = wanted.scopes ?? usualScopes(principal, user);
		await requireIssuer(tx, principal, user, scopes, null);
		if (user.disabled_at !== null) throw new InvalidStateError("cannot issue a key for a disabled user");
		const record = await tx.apiKey.create({
			data: {
				user_id: user.id,
				issued_by_id: principal.userId,
				voucher_ids: [...(await peopleBehind(tx, principal))],
				label: wanted.label.trim(),
				prefix,
				secret_hash: secretHash,
				scopes,
				allowed_addresses: wanted.allowed_addresses,
				expires_at: expiresAt,
				created_at: now,
			},
			select: keySelect,
		});
		await recordEvent(service, tx, principal, {
			action: "create",
			object_type: "api_key",
			object_id: record.id,
			organization_id: user.organization_id,
			detail: {
				label: record.label,
				scopes: record.scopes,
				user_id: user.id,
				allowed_addresses: record.allowed_addresses,
				expires_at: expiresAt?.toISOString() ?? null,
			},
		});
		return describeIssuedKey(principal, now, record, key);
	});
}
