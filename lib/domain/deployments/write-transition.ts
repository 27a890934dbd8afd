import type { DeploymentStatus } from "@/lib/contract/deployment";
import { DEPLOYMENT_STEPS, type DeploymentStep } from "@/lib/contract/transitions";
import type { Principal, SystemActor } from "@/lib/domain/access/principal";
import { type AuditEntry, eventInsert, recordEvent } from "@/lib/domain/audit/record-event";
import { touchSql } from "@/lib/domain/targets/touch-target";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import type { DeploymentRecord } from "./load-deployments";

/** The deployment as it was found; what a change of it needs to know. */
export type Subject = Pick<DeploymentRecord, "id" | "status" | "designId" | "targetId"> & {
	readonly target: { readonly organizationId: string };
};

/** What a transition writes into the row beside status and revision. */
export interface DeploymentChange {
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

/** The row is no longer as the transition found it; another look tells why. */
export class ChangedMeanwhileError extends InvalidStateError {
	constructor() {
		super("the deployment was changed by someone else meanwhile");
	}
}

/** A step that leaves the row there. */
type WrittenStep = Exclude<DeploymentStep, "delete">;

/**
 * One deployment's part in a transition; the transition table has the status that the step leads
 * to.
 */
export interface DeploymentWrite {
	readonly subject: Subject & Pick<DeploymentRecord, "revision">;
	readonly step: WrittenStep;
	readonly change?: DeploymentChange;
	/** The audit event; its action is the step unless stated. */
	readonly entry?: Partial<Pick<AuditEntry, "action" | "reason" | "detail">>;
}

/**
 * Writes a deployment's change as one conditional statement with all that belongs to it: everything
 * of it happens, or nothing. Nothing, too, where it would have to wait for whoever has locked the
 * deployment: its right and its moment would be of before the wait.
 * @param also.replaced the deployment that makes room for this one, changed before it
 * @param also.touches whether what the target's agents should load is another now; to be followed
 *   by `announceTarget` after the commit
 * @throws ChangedMeanwhileError when a deployment is locked by another, or at another revision than
 *   was found, and nothing was written
 */
export async function writeTransition(
	service: Pick<Service, "now">,
	db: Transaction,
	actor: Principal | SystemActor,
	write: DeploymentWrite,
	also: { readonly replaced?: DeploymentWrite | undefined; readonly touches?: boolean } = {},
): Promise<void> {
	const { subject } = write;
	const at = write.change?.at ?? service.now();
	const { replaced, touches } = also;
	const found = [write, ...(replaced === undefined ? [] : [replaced])].map(asFound);
	const room = replaced === undefined ? Prisma.sql`held` : Prisma.sql`told_of_replaced`;
	const parts = [
		// In the order of every transition.
		Prisma.sql`held AS (SELECT id FROM deployments WHERE ${Prisma.join(found, " OR ")} ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)`,
		...(replaced === undefined ? [] : replacement(service, actor, replaced)),
		Prisma.sql`changed AS (UPDATE deployments SET ${assignments(write, at)}
			WHERE id = ${subject.id}::uuid AND EXISTS (SELECT FROM ${room}) RETURNING id)`,
		Prisma.sql`told AS (${eventInsert(at, actor, eventOf(write), Prisma.sql`FROM changed`)})`,
		...(touches === true
			? [Prisma.sql`touched AS (${touchSql(subject.targetId, at)} AND EXISTS (SELECT FROM changed))`]
			: []),
	];
	// Not on the connections that every request reads by: it may wait for a lock.
	const written = await db.$rows(Prisma.sql`WITH ${Prisma.join(parts)} SELECT id FROM changed`, "anew");
	if (written.length === 0) throw new ChangedMeanwhileError();
}

/** It is changed where both are held, so not where the other cannot be. */
function replacement(
	service: Pick<Service, "now">,
	actor: Principal | SystemActor,
	replaced: DeploymentWrite,
): Prisma.Sql[] {
	const at = replaced.change?.at ?? service.now();
	return [
		Prisma.sql`replaced AS (UPDATE deployments SET ${assignments(replaced, at)}
			WHERE id = ${replaced.subject.id}::uuid AND (SELECT count(*) FROM held) = 2 RETURNING id)`,
		Prisma.sql`told_of_replaced AS (${eventInsert(at, actor, eventOf(replaced), Prisma.sql`FROM replaced RETURNING id`)})`,
	];
}

function asFound({ subject }: DeploymentWrite): Prisma.Sql {
	const { id, status, revision } = subject;
	return Prisma.sql`(id = ${id}::uuid AND status = ${status}::"DeploymentStatus" AND revision = ${revision})`;
}

function eventOf({ subject, step, entry }: DeploymentWrite): AuditEntry {
	return deploymentEvent(subject, { action: step, ...entry, statusAfter: statusAfter(step) ?? subject.status });
}

/** Null: the status stays. */
const statusAfter = (step: WrittenStep): DeploymentStatus | null => DEPLOYMENT_STEPS[step].to;

/** Of what is to be changed; the rest stays as it is. */
function assignments({ step, change = {} }: DeploymentWrite, at: Date): Prisma.Sql {
	const { tags, statusReason, approvedAt, activatedAt, deactivatedAt, deployerId, replacedById } = change;
	const status = statusAfter(step) ?? undefined;
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
	const changed = columns.flatMap(([value, assignment]) => (value === undefined ? [] : [assignment]));
	return Prisma.join([...changed, Prisma.sql`updated_at = ${at}::timestamptz, revision = revision + 1`]);
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
