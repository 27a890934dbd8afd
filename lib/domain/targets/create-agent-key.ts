import type { IssuedAgentKey } from "@/lib/contract/target";
import type { Principal } from "@/lib/domain/access/principal";
import { requireUnrestricted } from "@/lib/domain/accounts/key-rules";
import { newKey } from "@/lib/domain/accounts/secrets";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { findAdministeredTarget } from "./find-administered-target";

/**
 * `POST /api/targets/<id>/agent-keys`: creates a key for the agent API (docs/contract.md, Agent
 * keys). Only the response has its value.
 * @throws NotFoundError; ForbiddenError unless the caller administers the target, and for a
 * caller's key with limits of address or time, which an agent key would not inherit
 */
export async function createAgentKey(
	service: Service,
	principal: Principal,
	targetId: string,
	wanted: { readonly label: string },
): Promise<IssuedAgentKey> {
	const { key, prefix, secretHash } = newKey("agent");
	return transact(service.prisma, async (tx) => {
		const target = await findAdministeredTarget(tx, principal, targetId);
		await requireUnrestricted(tx, principal, null, "agent keys");
		const record = await tx.agentKey.create({
			data: {
				target_id: targetId,
				label: wanted.label.trim(),
				prefix,
				secret_hash: secretHash,
				created_by_id: principal.userId,
				created_at: service.now(),
			},
		});
		await recordEvent(service, tx, principal, {
			action: "create",
			object_type: "agent_key",
			object_id: record.id,
			target_id: targetId,
			organization_id: target.organization_id,
			detail: { label: record.label },
		});
		return {
			id: record.id,
			target_id: targetId,
			label: record.label,
			prefix,
			created_at: record.created_at.toISOString(),
			key,
			key_note: null,
		};
	});
}
