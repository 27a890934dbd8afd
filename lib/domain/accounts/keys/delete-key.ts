import type { Principal } from "@/lib/domain/access/principal";
import { refusalToWithdraw } from "@/lib/domain/accounts/key-rules";
import { recordEvent } from "@/lib/domain/audit/record-event";
import type { Expectation } from "@/lib/domain/lists/define-resource";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";
import { keys } from "./keys";

/**
 * `DELETE /api/keys/<id>`: invalidates the key at once, with a value in its grace period. The row
 * stays, so that audit events can show its label.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 */
export async function deleteKey(
	service: Service,
	principal: Principal,
	id: string,
	expected?: Expectation,
): Promise<void> {
	await transact(service.prisma, async (tx) => {
		const found = await keys.findForChange(tx, principal, id, expected);
		const refusal = refusalToWithdraw(principal, found.user);
		if (refusal !== null) throw new ForbiddenError(refusal);
		await tx.apiKey.update({
			where: { id },
			data: { revoked_at: service.now(), previous_hash: null, previous_expires_at: null, revision: { increment: 1 } },
			select: { id: true },
		});
		await recordEvent(service, tx, principal, {
			action: "delete",
			object_type: "api_key",
			object_id: id,
			organization_id: found.user.organization_id,
			detail: { label: found.label, user_id: found.user.id },
		});
	});
}
