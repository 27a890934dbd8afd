import { UNDO_SECONDS } from "@/lib/contract/constants";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { actorWords } from "@/lib/contract/sentences/actor-words";
import { loadPeople } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import { beginTransition, type Expectation } from "@/lib/domain/deployments/begin-transition";
import { type DeploymentRecord, loadDeployments } from "@/lib/domain/deployments/load-deployments";
import { planActivation } from "@/lib/domain/deployments/plan-activation";
import { getDeploymentDetail } from "@/lib/domain/deployments/reads/get-deployment-detail";
import { type DeploymentWrite, writeTransition } from "@/lib/domain/deployments/write-transition";
import { announceTarget } from "@/lib/domain/targets/touch-target";
import { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { ForbiddenError, InvalidStateError } from "@/lib/rules/errors";
import { isolate } from "@/lib/rules/text/isolate";
import { translateActivationConflict } from "./activate-deployment";

/**
 * `POST /api/deployments/<id>/undo`: undoes the caller's own recent decision on a request
 * (docs/contract.md, Activation). The request is pending again; the deployment that the activation
 * replaced is activated again; schedules that the decision ended are restored. The audit event of
 * the decision names the replaced deployment. The four-eyes rule does not apply, as that deployment
 * was active before.
 * @returns the request as it is now
 * @throws NotFoundError, VersionMismatchError
 * @throws ForbiddenError also when another person decided
 * @throws InvalidStateError when the last change of status is no decision on a request, is too old,
 *   or the replaced deployment has changed since
 */
export async function undoDecision(
	service: Service,
	principal: Principal,
	deploymentId: string,
	expectation: Expectation = {},
): Promise<DeploymentDetail> {
	const {
		target_id: targetId,
		touches,
		detail,
	} = await transact(service.prisma, async (tx) => {
		const record = await beginTransition(tx, principal, deploymentId, "undo", expectation);
		const decision = await findDecision(tx, record);
		await refuseOthers(tx, principal, record, decision);
		refuseLate(service, decision);
		const touches = decision.action === "activate";
		const replaced = touches ? await findReplaced(tx, record) : null;
		const at = service.now();
		await writeBack(service, tx, principal, { record, decision, replaced }, at);
		await restoreSchedules(tx, { record, decision, replaced }, at);
		await restoreApprovals(tx, principal, record, decision);
		const detail = await getDeploymentDetail({ ...service, prisma: tx }, principal, record.id);
		return { target_id: record.target_id, touches, detail };
	}).catch(translateActivationConflict);
	if (touches) await announceTarget(service, targetId);
	return detail;
}

interface Undo {
	readonly record: DeploymentRecord;
	readonly decision: Decision;
	readonly replaced: DeploymentRecord | null;
}

/** The request first, as a design has one activated deployment on a target. */
async function writeBack(
	service: Service,
	tx: Transaction,
	principal: Principal,
	{ record, decision, replaced }: Undo,
	at: Date,
): Promise<void> {
	const touches = decision.action === "activate";
	const back: DeploymentWrite = {
		subject: record,
		step: "undo",
		change: { approved_at: null, activated_at: null, deployer_id: null, status_reason: null, pending_again_at: at, at },
		entry: { detail: { undone: decision.action } },
	};
	if (replaced === null) return writeTransition(service, tx, principal, back, { touches });
	// The replaced deployment may overlap places that the target has begun to refuse.
	const { places } = await planActivation(service, tx, replaced);
	if (places !== null) throw places;
	const again: DeploymentWrite = {
		subject: replaced,
		step: "activate",
		change: { activated_at: at, status_reason: null, replaced_by_id: null, at },
		entry: { detail: { undone: record.id } },
	};
	await writeTransition(service, tx, principal, again, { replaced: back, touches });
}

interface Decision {
	readonly at: Date;
	readonly action: string;
	readonly actor_id: string | null;
	readonly actor_label: string;
	readonly credential: string;
}

/**
 * The decision that gave the request its status. Later changes of tags and schedules do not prevent
 * an undo; a caller can exclude them by naming the revision.
 * @throws InvalidStateError when the last change of status is none
 */
async function findDecision(tx: Transaction, record: DeploymentRecord): Promise<Decision> {
	const [last] = await tx.$queryRaw<(Decision & { before: string })[]>`
		SELECT at, action, actor_id, actor_label, credential, status_before AS before
		FROM audit_events WHERE object_type = 'deployment' AND object_id = ${record.id}::uuid
			AND status_before IS DISTINCT FROM status_after ORDER BY id DESC LIMIT 1`;
	if (last?.before === "requested" && (last.action === "activate" || last.action === "reject")) return last;
	throw new InvalidStateError(
		`only the decision on a request can be undone: this deployment was '${last?.before ?? record.status}' before its last change`,
	);
}

/**
 * Undoing is the decider's alone; the others deactivate, roll back or activate. The four-eyes rule
 * does not apply: nothing is activated that was not before.
 * @throws ForbiddenError
 */
async function refuseOthers(
	tx: Transaction,
	principal: Principal,
	{ target }: DeploymentRecord,
	{ actor_id: actorId, actor_label: actor, credential }: Decision,
): Promise<void> {
	if (actorId === principal.userId) return;
	const person = (await loadPeople(tx, [actorId])).get(actorId ?? "") ?? null;
	const who = actorWords({ actor, actor_person: person, credential });
	throw new ForbiddenError(
		`only ${who}, who decided on this request for '${isolate(target.name)}', may undo the decision`,
	);
}

/** @throws InvalidStateError */
function refuseLate(service: Service, { at }: Decision): void {
	const seconds = Math.floor((service.now().getTime() - at.getTime()) / 1_000);
	if (seconds <= UNDO_SECONDS) return;
	throw new InvalidStateError(
		`a decision can be undone for ${UNDO_SECONDS} seconds, and this one is ${seconds} seconds old`,
	);
}

/**
 * The deployment that the activation replaced; null for none.
 * @throws InvalidStateError when it can no longer be activated again
 */
async function findReplaced(tx: Transaction, record: DeploymentRecord): Promise<DeploymentRecord | null> {
	const [event] = await tx.$queryRaw<{ id: string; last: boolean }[]>`
		SELECT e.object_id AS id, NOT EXISTS (SELECT FROM audit_events later WHERE later.object_type = 'deployment'
			AND later.object_id = e.object_id AND later.id > e.id AND later.status_before IS DISTINCT FROM later.status_after) AS last
		FROM audit_events e WHERE e.target_id = ${record.target_id}::uuid AND e.design_id = ${record.design_id}::uuid
			AND e.object_type = 'deployment' AND e.action = 'deactivate' AND e.at = ${record.activated_at}::timestamptz
			AND e.detail->>'replaced_by' = ${record.id} ORDER BY e.id DESC LIMIT 1`;
	if (event === undefined) return null;
	const [replaced] = event.last ? await loadDeployments(tx, [event.id]) : [];
	if (replaced?.status === "deactivated") return replaced;
	throw new InvalidStateError(
		`the deployment ${event.id}, which this one replaced, has changed since: it can't be activated again by an undo`,
	);
}

/**
 * Brings back the schedules from before the decision that it or its undoing ended, unless others
 * were made since.
 */
async function restoreSchedules(tx: Transaction, { record, replaced, decision }: Undo, at: Date): Promise<void> {
	const ids = [record.id, ...(replaced === null ? [] : [replaced.id])];
	await tx.$executeRaw(Prisma.sql`UPDATE deployment_schedules s SET ran_at = NULL, ended_at = NULL
		WHERE s.deployment_id = ANY (${ids}::uuid[]) AND s.created_at < ${decision.at}::timestamptz
			AND s.ended_at IN (${decision.at}::timestamptz, ${at}::timestamptz)
			AND NOT EXISTS (SELECT FROM deployment_schedules other
				WHERE other.deployment_id = s.deployment_id AND other.action = s.action AND other.ran_at IS NULL)`);
}

/** Brings back the approvals that ended with the decision, without the one that made it. */
async function restoreApprovals(
	tx: Transaction,
	principal: Principal,
	record: DeploymentRecord,
	{ at, action }: Decision,
): Promise<void> {
	const where = { deployment_id: record.id, action: "activate", ended_at: at } as const;
	const others = action === "activate" ? { user_id: { not: principal.userId } } : {};
	await tx.deploymentApproval.updateMany({ where: { ...where, ...others }, data: { ended_at: null } });
}
