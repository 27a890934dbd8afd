import type { Principal, SystemActor } from "@/lib/access/principal";
import type { AuditObjectType } from "@/lib/contract/audit";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/service";

/** What happened to which object; ids only, so that an event outlives its object. */
export interface AuditEntry {
	readonly action: string;
	readonly objectType: AuditObjectType;
	readonly objectId: string;
	readonly organizationId?: string | null;
	readonly designId?: string | null;
	readonly targetId?: string | null;
	readonly statusBefore?: string | null;
	readonly statusAfter?: string | null;
	readonly reason?: string | null;
	readonly detail?: Prisma.InputJsonObject;
}

/** Writes an audit event in the transaction of the change it records (design.md section 4, item 22). */
export async function recordEvent(
	service: Pick<Service, "now">,
	tx: Transaction,
	actor: Principal | SystemActor,
	entry: AuditEntry,
): Promise<void> {
	const who =
		"system" in actor
			? { actorLabel: actor.system, credential: "system" }
			: {
					actorId: actor.userId,
					actorLabel: actor.email,
					credential: actor.credential.kind,
					credentialId: actor.credential.id,
					address: actor.address,
					requestId: actor.requestId,
				};
	// Nothing of it is read back.
	await tx.auditEvent.createMany({ data: [{ at: service.now(), ...who, ...entry }] });
}
