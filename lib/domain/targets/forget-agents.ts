import { recordEvent } from "@/lib/domain/audit/record-event";
import type { Service, Transaction } from "@/lib/platform/service";

/** A removed agent, with the attributes of its audit event. */
export interface GoneAgent {
	readonly id: string;
	readonly instance_id: string;
	readonly last_seen_at: Date;
	readonly target_id: string;
	readonly organization_id: string;
}

/** Removes agents, which the caller has locked, with their last reports. */
export async function forgetAgents(service: Service, tx: Transaction, gone: readonly GoneAgent[]): Promise<void> {
	await tx.agent.deleteMany({ where: { id: { in: gone.map(({ id }) => id) } } });
	for (const agent of gone) {
		await recordEvent(
			service,
			tx,
			{ system: "removal of silent agents" },
			{
				action: "forget_agent",
				object_type: "target",
				object_id: agent.target_id,
				target_id: agent.target_id,
				organization_id: agent.organization_id,
				detail: { instance_id: agent.instance_id, last_seen_at: agent.last_seen_at.toISOString() },
			},
		);
	}
}
