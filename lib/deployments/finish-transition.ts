import type { Principal, SystemActor } from "@/lib/access/principal";
import { type AuditEntry, eventInsert, recordEvent } from "@/lib/audit/record-event";
import type { DeploymentStatus } from "@/lib/contract/deployment";
import { readRows } from "@/lib/db/read-rows";
import { InvalidStateError } from "@/lib/errors";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/service";
import type { DeploymentRecord } from "./load-deployments";

/** The deployment as it was found; what a change of it needs to know. */
export type Subject = Pick<DeploymentRecord, "id" | "status" | "designId" | "targetId"> & {
	readonly target: { readonly organizationId: string };
};

/** What a transition writes into the row beside its revision. */
export interface DeploymentChange {
	readonly status?: DeploymentStatus;
	readonly tags?: readonly string[];
	readonly statusReason?: string | null;
	readonly approvedAt?: Date;
	readonly activatedAt?: Date;
	readonly deactivatedAt?: Date;
	readonly deployerId?: string;
	readonly replacedById?: string | null;
	/** The moment of the change; now unless stated. */
	readonly at?: Date;
}

/**
 * Writes a deployment's change as one conditional update with its audit event.
 * @throws InvalidStateError when the status is no longer the one that was found.
 */
export async function writeTransition(
	service: Service,
	tx: Transaction,
	actor: Principal | SystemActor,
	subject: Subject,
	change: DeploymentChange,
	entry: Pick<AuditEntry, "action" | "reason" | "detail">,
): Promise<void> {
	const at = change.at ?? service.now();
	const event = deploymentEvent(subject, { ...entry, statusAfter: change.status ?? subject.status });
	const changed = await readRows(
		tx,
		Prisma.sql`WITH changed AS (
				UPDATE deployments SET ${Prisma.join([...assignments(change), Prisma.sql`updated_at = ${at}::timestamptz, revision = revision + 1`])}
				WHERE id = ${subject.id}::uuid AND status = ${subject.status}::"DeploymentStatus" RETURNING id),
			told AS (${eventInsert(at, actor, event, Prisma.sql`FROM changed`)})
			SELECT id FROM changed`,
	);
	if (changed.length === 0) throw new InvalidStateError("the deployment was changed by someone else meanwhile");
}

/** Of what is to be changed; the rest stays as it is. */
function assignments(change: DeploymentChange): Prisma.Sql[] {
	const { status, tags, statusReason, approvedAt, activatedAt, deactivatedAt, deployerId, replacedById } = change;
	const columns = [
		[status, Prisma.sql`status = ${status}::"DeploymentStatus"`],
		[tags, Prisma.sql`tags = ${tags}::text[]`],
		[statusReason, Prisma.sql`status_reason = ${statusReason}`],
		[approvedAt, Prisma.sql`approved_at = ${approvedAt}::timestamptz`],
		[activatedAt, Prisma.sql`activated_at = ${activatedAt}::timestamptz`],
		[deactivatedAt, Prisma.sql`deactivated_at = ${deactivatedAt}::timestamptz`],
		[deployerId, Prisma.sql`deployer_id = ${deployerId}::uuid`],
		[replacedById, Prisma.sql`replaced_by_id = ${replacedById}::uuid`],
	] as const;
	return columns.flatMap(([value, assignment]) => (value === undefined ? [] : [assignment]));
}

/** The audit event of a deployment. */
export async function recordDeploymentEvent(
	service: Pick<Service, "now">,
	tx: Transaction,
	actor: Principal | SystemActor,
	subject: Subject,
	entry: Pick<AuditEntry, "action" | "reason" | "detail" | "statusAfter">,
): Promise<void> {
	await recordEvent(service, tx, actor, deploymentEvent(subject, entry));
}

function deploymentEvent(
	subject: Subject,
	entry: Pick<AuditEntry, "action" | "reason" | "detail" | "statusAfter">,
): AuditEntry {
	return {
		objectType: "deployment",
		objectId: subject.id,
		designId: subject.designId,
		targetId: subject.targetId,
		organizationId: subject.target.organizationId,
		statusBefore: subject.status,
		...entry,
	};
}

/** Raises the revision of what a target's agents should load; to be followed by {@link announceTarget} after the commit. */
export async function touchTarget(tx: Transaction, targetId: string): Promise<void> {
	await readRows(
		tx,
		Prisma.sql`UPDATE targets SET desired_revision = desired_revision + 1, updated_at = ${new Date()}::timestamptz
			WHERE id = ${targetId}::uuid`,
	);
}

/** Wakes the agents of a target that wait in this process. */
export function announceTarget(service: Service, targetId: string): void {
	service.signals.emit(`target:${targetId}`);
}
