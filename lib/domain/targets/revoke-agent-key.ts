import type { AgentKey } from "@/lib/contract/target";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";
import { describeAgentKeys } from "./describe-agent-keys";
import { findAdministeredTarget } from "./find-target";

/**
 * `DELETE /api/targets/<id>/agent-keys/<key_id>`: the key opens nothing from now on. It stays listed, with when it was
 * revoked; one that is revoked already stays as it is.
 * @throws NotFoundError for a target or key that is not there, ForbiddenError
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
			where: { id: keyId, targetId, revokedAt: null },
			data: { revokedAt: service.now() },
		});
		const record = await tx.agentKey.findFirst({ where: { id: keyId, targetId } });
		if (record === null) throw new NotFoundError("agent key not found");
		if (count > 0) {
			await recordEvent(service, tx, principal, {
				action: "revoke",
				objectType: "agent_key",
				objectId: keyId,
				targetId,
				organizationId: target.organizationId,
				detail: { label: record.label },
			});
		}
		const [row] = await describeAgentKeys(tx, [record]);
		if (row === undefined) throw new Error("A record that was described has a row.");
		return row;
	});
}
