import type { IssuedKey } from "@/lib/contract/key";
import type { Principal } from "@/lib/domain/access/principal";
import { requireIssuer } from "@/lib/domain/accounts/key-rules";
import { peopleBehind } from "@/lib/domain/accounts/people-behind";
import { newKey } from "@/lib/domain/accounts/secrets";
import { recordEvent } from "@/lib/domain/audit/record-event";
import type { Expectation } from "@/lib/domain/lists/define-resource";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import { describeIssuedKey, keySelect, keys } from "./keys";

/**
 * `POST /api/keys/<id>/regenerate` (docs/contract.md, API keys): issues a new value of a key. The
 * old one ends at once or after the given grace period; an earlier grace period ends now.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 * @throws InvalidStateError for an expired key
 */
export async function regenerateKey(
	service: Service,
	principal: Principal,
	id: string,
	{ grace_seconds: graceSeconds }: { grace_seconds: number },
	expected?: Expectation,
): Promise<IssuedKey> {
	const { key, prefix, secretHash } = newKey("api");
	return transact(service.prisma, async (tx) => {
		const found = await keys.findForChange(tx, principal, id, expected);
		await requireIssuer(tx, principal, found.user, found.scopes, id);
		const now = service.now();
		if (found.expires_at !== null && found.expires_at <= now) {
			throw new InvalidStateError("cannot regenerate an expired key: issue another one");
		}
		const graceEndsAt = graceSeconds === 0 ? null : new Date(now.getTime() + graceSeconds * 1_000);
		const behind = await peopleBehind(tx, principal);
		// Earlier holders can no longer use a value that ends at once, unless it got access tokens.
		const isEarlierVoid = graceEndsAt === null && !found.scopes.includes("tokens");
		const record = await tx.apiKey.update({
			where: { id },
			data: {
				...(isEarlierVoid
					? { issued_by_id: principal.userId, voucher_ids: [...behind] }
					: { voucher_ids: { push: behind.filter((person) => !found.voucher_ids.includes(person)) } }),
				prefix,
				secret_hash: secretHash,
				previous_hash: graceEndsAt === null ? null : found.secret_hash,
				previous_expires_at: graceEndsAt,
				regenerated_at: now,
				revision: { increment: 1 },
			},
			select: keySelect,
		});
		await recordEvent(service, tx, principal, {
			action: "regenerate",
			object_type: "api_key",
			object_id: id,
			organization_id: found.user.organization_id,
			detail: { label: found.label, user_id: found.user.id, grace_ends_at: graceEndsAt?.toISOString() ?? null },
		});
		return describeIssuedKey(principal, now, record, key);
	});
}
