import type { AgentKey } from "@/lib/contract/target";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";
import { describeAgentKeys } from "./describe-agent-keys";
import { findAdministeredTarget } from "./find-administered-target";

/**
 * `DELETE /api/targets/<id>/agent-keys/<key_id>`: revokes a key, which stays listed. Idempotent.
 * @throws NotFoundError when the target or key does not exist, ForbiddenError
 */
export async function revokeAgentKey(
	service: Service,
	principal: Principal,
	targetId: string,
	keyId: string,
): Promise<AgentKey> {
	return transact(service.prisma, async (tx) => {
		const target = await findAdministeredTarget(tx, principal, targetId);
		const { count } = await tx.agentKey.updateMany({
			where: { id: keyId, target_id: targetId, revoked_at: null },
			data: { revoked_at: service.now() },
		});
		const record = await tx.agentKey.findFirst({ where: { id: keyId, target_id: targetId } });
		if (record === null) throw new NotFoundError("agent key not found");
		if (count > 0) {
			await recordEvent(service, tx, principal, {
				action: "revoke",
				object_type: "agent_key",
				object_id: keyId,
				target_id: targetId,
				organization_id: target.organization_id,
				detail: { label: record.label },
			});
		}
		const [row] = await describeAgentKeys(tx, [record]);
		if (row === undefined) throw new Error("the revoked key has no description");
		return row;
	});
}
