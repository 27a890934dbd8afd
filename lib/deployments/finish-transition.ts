import type { Principal, SystemActor } from "@/lib/access/principal";
import { type AuditEntry, recordEvent } from "@/lib/audit/record-event";
import type { DeploymentStatus } from "@/lib/contract/deployment";
import { InvalidStateError } from "@/lib/errors";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/service";
import type { DeploymentRecord } from "./load-deployments";

/** The deployment as it was found; what a change of it needs to know. */
export type Subject = Pick<DeploymentRecord, "id" | "status" | "designId" | "targetId"> & {
	readonly target: { readonly organizationId: string };
};

/**
 * Writes a deployment's change as one conditional update with its audit event.
 * @throws InvalidStateError when the status is no longer the one that was found.
 */
export async function writeTransition(
	service: Service,
	tx: Transaction,
	actor: Principal | SystemActor,
	subject: Subject,
	change: {
		readonly status?: DeploymentStatus;
		readonly data?: Prisma.DeploymentUncheckedUpdateManyInput;
		/** The moment of the change, where `data` says it as well; now unless stated. */
		readonly at?: Date;
	},
	entry: Pick<AuditEntry, "action" | "reason" | "detail">,
): Promise<void> {
	const at = change.at ?? service.now();
	const { count } = await tx.deployment.updateMany({
		where: { id: subject.id, status: subject.status },
		data: {
			...change.data,
			...(change.status === undefined ? {} : { status: change.status }),
			updatedAt: at,
			revision: { increment: 1 },
		},
	});
	if (count === 0) throw new InvalidStateError("the deployment was changed by someone else meanwhile");
	const statusAfter = change.status ?? subject.status;
	await recordDeploymentEvent({ now: () => at }, tx, actor, subject, { ...entry, statusAfter });
}

/** The audit event of a deployment. */
export async function recordDeploymentEvent(
	service: Pick<Service, "now">,
	tx: Transaction,
	actor: Principal | SystemActor,
	subject: Subject,
	entry: Pick<AuditEntry, "action" | "reason" | "detail" | "statusAfter">,
): Promise<void> {
	await recordEvent(service, tx, actor, {
		objectType: "deployment",
		objectId: subject.id,
		designId: subject.designId,
		targetId: subject.targetId,
		organizationId: subject.target.organizationId,
		statusBefore: subject.status,
		...entry,
	});
}

/** Raises the revision of what a target's agents should load; to be followed by {@link announceTarget} after the commit. */
export async function touchTarget(tx: Transaction, targetId: string): Promise<void> {
	await tx.target.update({
		where: { id: targetId },
		data: { desiredRevision: { increment: 1 } },
		select: { id: true },
	});
}

/** Wakes the agents of a target that wait in this process. */
export function announceTarget(service: Service, targetId: string): void {
	service.signals.emit(`target:${targetId}`);
}
