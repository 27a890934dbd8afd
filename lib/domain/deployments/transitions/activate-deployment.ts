import type { ActivatedDeployment } from "@/lib/contract/deployment";
import type { Principal } from "@/lib/domain/access/principal";
import { requiredApprovals } from "@/lib/domain/deployments/approvals";
import {
	attemptTransition,
	beginTransition,
	type Expectation,
	findForTransition,
} from "@/lib/domain/deployments/begin-transition";
import { type DeploymentRecord, deploymentRow, listedDeploymentRow } from "@/lib/domain/deployments/load-deployments";
import { type ActivationPlan, planActivation, requirePossible } from "@/lib/domain/deployments/plan-activation";
import { allProposed, proposedMoments } from "@/lib/domain/deployments/proposed-moments";
import { type Moments, writeSchedule } from "@/lib/domain/deployments/write-schedule";
import {
	ChangedMeanwhileError,
	type DeploymentWrite,
	writeTransition,
} from "@/lib/domain/deployments/write-transition";
import { announceTarget } from "@/lib/domain/targets/touch-target";
import { translateConflict } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { approve } from "./approve";
import { passWindow, type WindowPass } from "./pass-window";

/** For `.catch` of a transaction that activates a deployment. */
export const translateActivationConflict = translateConflict(
	"a deployment of this design was requested or activated on the target at the same time",
);

/** The options of an activation. */
export interface ActivationOptions {
	/** A note for the requester; a blank one counts as none. */
	readonly message?: string | undefined;
	/** At the times that its requester proposed; now by default. */
	readonly as_proposed?: boolean | undefined;
	/** Why it is activated while the target is closed. */
	readonly override_reason?: string | undefined;
}

/**
 * Activates a deployment (docs/contract.md, Activation). The same statement deactivates an active
 * build of the same design on the target. Outside of the target's window this takes a reason.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 * @throws InvalidStateError when its status does not allow it, the target is closed, or a newer
 *   live deployment of the same build conflicts with it
 */
export async function activateDeployment(...decision: Parameters<typeof activate>): Promise<ActivatedDeployment> {
	const after = await activate(...decision);
	const { status } = after;
	return status === "rejected" ? { ...deploymentRow(after), status } : listedDeploymentRow(after);
}

/** As {@link activateDeployment}; gives the deployment after the change. */
export async function activate(
	service: Service,
	principal: Principal,
	deploymentId: string,
	expectation: Expectation = {},
	{ message, as_proposed, override_reason: overrideReason }: ActivationOptions = {},
): Promise<DeploymentRecord> {
	const pass = { overrideReason };
	const note = message?.trim() ? { reason: message } : {};
	const decided = as_proposed
		? transact(service.prisma, async (tx) => {
				const record = await beginTransition(tx, principal, deploymentId, "activate", expectation);
				return activateAt(service, tx, principal, record, {
					moments: proposedMoments(service, record),
					approved: allProposed(record),
					note,
					pass,
				});
			})
		: attemptTransition(service, deploymentId, async (db, locked) => {
				const record = await findForTransition(db, principal, deploymentId, "activate", expectation);
				// Approvals are counted under the lock.
				if (!locked && requiredApprovals(record, "activate") > 1) throw new ChangedMeanwhileError();
				return activateAt(service, db, principal, record, { moments: {}, approved: {}, note, pass });
			});
	const after = await decided.catch(translateActivationConflict);
	await announceTarget(service, after.target_id);
	return after;
}

/** How {@link activateAt} decides. */
export interface ActivationAt {
	/** The times that are to come. */
	readonly moments: Moments;
	/** The times that an approval is for, also those that have come. */
	readonly approved: Moments;
	/** For the requester, in the history. */
	readonly note: { readonly reason?: string };
	/** The reason or exemption that lets an immediate activation pass while the target is closed. */
	readonly pass: WindowPass;
}

/**
 * Activates a deployment that passed the checks, or schedules the activation. While the target
 * requires more approvals, it counts the caller's instead. The deployment is locked, except for an
 * immediate activation that one administrator may decide. The caller calls `announceTarget` after
 * the commit.
 * @returns the deployment after the change
 * @throws ForbiddenError, InvalidStateError as {@link approve}, and when another deployment on the
 *   target conflicts with it
 */
export async function activateAt(
	service: Service,
	db: Transaction,
	principal: Principal,
	record: DeploymentRecord,
	{ moments, approved, note, pass }: ActivationAt,
): Promise<DeploymentRecord> {
	if (moments.activate !== undefined) requirePossible(await planActivation(service, db, record));
	const approval = { action: "activate", moments: approved, note } as const;
	const { pending, approvedBy } = await approve(service, db, principal, record, approval);
	if (pending !== null) return pending;
	if (moments.activate !== undefined) return writeSchedule(service, db, principal, record, moments, note);
	const entry = { ...note, ...approvalEntry(approvedBy) };
	const activated = await activateRecord(service, db, principal, record, entry, pass);
	return moments.deactivate === undefined ? activated : writeSchedule(service, db, principal, activated, moments);
}

/** The audit entry of an activation that several people have approved. */
export function approvalEntry(approvedBy: readonly string[]): NonNullable<DeploymentWrite["entry"]> {
	return approvedBy.length === 0 ? {} : { detail: { approved_by: [...approvedBy] } };
}

/**
 * Writes the activation of a deployment that passed the checks. The caller calls `announceTarget`
 * after the commit.
 * @param entry fields of the audit event beside or instead of those of a plain activation; the
 *   deployment keeps its reason
 * @param pass the reason or exemption that lets it pass while the target is closed
 * @returns the deployment after the change
 * @throws InvalidStateError when another deployment on the target conflicts with it, or the target
 *   is closed
 * @throws ChangedMeanwhileError when the record is out of date, which is impossible under its lock
 */
export async function activateRecord(
	service: Service,
	db: Transaction,
	principal: Principal,
	record: DeploymentRecord,
	entry: NonNullable<DeploymentWrite["entry"]> = {},
	pass: WindowPass = {},
): Promise<DeploymentRecord> {
	const plan = await planActivation(service, db, record);
	requirePossible(plan);
	const { replaces, window } = plan;
	const passed = passWindow(record, window, pass, entry);
	const now = service.now();
	const statusReason = entry.reason ?? null;
	const first = record.approved_at === null;
	const change = {
		at: now,
		activated_at: now,
		status_reason: statusReason,
		replaced_by_id: null,
		...(first ? { approved_at: now, deployer_id: principal.userId } : {}),
	};
	const replaced = replaces === null ? undefined : replacementBy(record, replaces, now);
	const write = { subject: record, step: "activate", change, entry: passed } as const;
	await writeTransition(service, db, principal, write, { replaced, touches: true });
	return {
		...record,
		status: "activated",
		status_reason: statusReason,
		activated_at: now,
		updated_at: now,
		revision: record.revision + 1,
		...(first ? { approved_at: now, deployer: { email: principal.email } } : {}),
	};
}

function replacementBy(
	record: DeploymentRecord,
	replaces: NonNullable<ActivationPlan["replaces"]>,
	at: Date,
): DeploymentWrite {
	return {
		subject: { ...replaces, target: record.target },
		step: "deactivate",
		change: { deactivated_at: at, status_reason: null, replaced_by_id: record.id, at },
		entry: { detail: { replaced_by: record.id } },
	};
}
