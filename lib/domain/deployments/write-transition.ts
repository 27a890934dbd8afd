import type { DeploymentStatus } from "@/lib/contract/deployment";
import { DEPLOYMENT_STEPS, type DeploymentStep } from "@/lib/contract/transitions";
import type { Principal, SystemActor } from "@/lib/domain/access/principal";
import { type AuditEntry, type AuditEntryOf, eventInsert, recordEvent } from "@/lib/domain/audit/record-event";
import { touchSql } from "@/lib/domain/targets/touch-target";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import type { DeploymentRecord } from "./load-deployments";

/** The attributes of a deployment that its audit event records. */
export type Subject = Pick<DeploymentRecord, "id" | "status" | "design_id" | "target_id"> & {
	readonly target: { readonly organization_id: string };
};

/** The columns that a transition writes in addition to status and revision. */
export interface DeploymentChange {
	readonly tags?: readonly string[];
	readonly status_reason?: string | null;
	readonly approved_at?: Date | null;
	readonly activated_at?: Date | null;
	readonly deactivated_at?: Date;
	readonly deployer_id?: string | null;
	readonly replaced_by_id?: string | null;
	readonly open_question_id?: string | null;
	readonly pending_again_at?: Date;
	/** The time of the change; the current time by default. */
	readonly at?: Date;
}

/** The row changed after the transition read it; the caller must read it again. */
export class ChangedMeanwhileError extends InvalidStateError {
	constructor() {
		super("the deployment changed in the meantime: read it again");
	}
}

/** A step after which the row still exists. */
type WrittenStep = Exclude<DeploymentStep, "delete">;

/** One deployment's part in a transition; the transition table has the resulting status. */
export interface DeploymentWrite {
	readonly subject: Subject & Pick<DeploymentRecord, "revision">;
	readonly step: WrittenStep;
	readonly change?: DeploymentChange;
	/** The audit event; its action is the step by default. */
	readonly entry?: Partial<Pick<AuditEntryOf<"deployment">, "action" | "reason" | "detail">>;
}

/**
 * Writes a transition with its audit events as one conditional statement: all or nothing. It skips
 * locked rows instead of waiting, because right and time were checked before the wait.
 * @param also.replaced the deployment to be replaced, which is changed first
 * @param also.touches whether the agents' desired state changes; the caller calls `announceTarget`
 *   after the commit
 * @throws ChangedMeanwhileError when a deployment is locked or was changed, and nothing was written
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
	const required = replaced === undefined ? Prisma.sql`locked` : Prisma.sql`replaced_event`;
	const parts = [
		// Locks in the order of every transition.
		Prisma.sql`locked AS (SELECT id FROM deployments WHERE ${Prisma.join(found, " OR ")} ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)`,
		...(replaced === undefined ? [] : replacement(service, actor, replaced)),
		Prisma.sql`changed AS (UPDATE deployments SET ${assignments(write, at)}
			WHERE id = ${subject.id}::uuid AND EXISTS (SELECT FROM ${required}) RETURNING id)`,
		Prisma.sql`event AS (${eventInsert(at, actor, eventOf(write), Prisma.sql`FROM changed`)})`,
		...(touches === true
			? [Prisma.sql`touched AS (${touchSql(subject.target_id, at)} AND EXISTS (SELECT FROM changed))`]
			: []),
	];
	// May wait for a lock, so it must not use the connections that requests share.
	const written = await db.$rows(Prisma.sql`WITH ${Prisma.join(parts)} SELECT id FROM changed`, "auto");
	if (written.length === 0) throw new ChangedMeanwhileError();
}

/** Changes the replaced deployment only if both rows are locked. */
function replacement(
	service: Pick<Service, "now">,
	actor: Principal | SystemActor,
	replaced: DeploymentWrite,
): Prisma.Sql[] {
	const at = replaced.change?.at ?? service.now();
	return [
		Prisma.sql`replaced AS (UPDATE deployments SET ${assignments(replaced, at)}
			WHERE id = ${replaced.subject.id}::uuid AND (SELECT count(*) FROM locked) = 2 RETURNING id)`,
		Prisma.sql`replaced_event AS (${eventInsert(at, actor, eventOf(replaced), Prisma.sql`FROM replaced RETURNING id`)})`,
	];
}

function asFound({ subject }: DeploymentWrite): Prisma.Sql {
	const { id, status, revision } = subject;
	return Prisma.sql`(id = ${id}::uuid AND status = ${status}::"DeploymentStatus" AND revision = ${revision})`;
}

function eventOf({ subject, step, entry }: DeploymentWrite): AuditEntry {
	return deploymentEvent(subject, { action: step, ...entry, status_after: statusAfter(step) ?? subject.status });
}

/** The resulting status; null if it stays. */
const statusAfter = (step: WrittenStep): DeploymentStatus | null => DEPLOYMENT_STEPS[step].to;

/** Assigns the columns that change. */
function assignments({ step, change = {} }: DeploymentWrite, at: Date): Prisma.Sql {
	const {
		tags,
		status_reason: statusReason,
		approved_at: approvedAt,
		activated_at: activatedAt,
		deactivated_at: deactivatedAt,
		deployer_id: deployerId,
		replaced_by_id: replacedById,
	} = change;
	const { open_question_id: openQuestionId, pending_again_at: pendingAgainAt } = change;
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
		[pendingAgainAt, Prisma.sql`pending_again_at = ${pendingAgainAt}::timestamptz`],
		[openQuestionId, Prisma.sql`open_question_id = ${openQuestionId}::bigint`],
	] as const;
	const changed = columns.flatMap(([value, assignment]) => (value === undefined ? [] : [assignment]));
	return Prisma.join([...changed, Prisma.sql`updated_at = ${at}::timestamptz, revision = revision + 1`]);
}

/** Records an audit event of a deployment. */
export async function recordDeploymentEvent(
	service: Pick<Service, "now">,
	tx: Transaction,
	actor: Principal | SystemActor,
	subject: Subject,
	entry: Pick<AuditEntryOf<"deployment">, "action" | "reason" | "detail" | "status_after">,
): Promise<void> {
	await recordEvent(service, tx, actor, deploymentEvent(subject, entry));
}

function deploymentEvent(
	subject: Subject,
	entry: Pick<AuditEntryOf<"deployment">, "action" | "reason" | "detail" | "status_after">,
): AuditEntry {
	return {
		object_type: "deployment",
		object_id: subject.id,
		design_id: subject.design_id,
		target_id: subject.target_id,
		organization_id: subject.target.organization_id,
		status_before: subject.status,
		...entry,
	};
}
