import type { Deployment } from "@/lib/contract/deployment";
import type { Principal } from "@/lib/domain/access/principal";
import { announceTarget } from "@/lib/domain/targets/touch-target";
import { translateConflict } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { attemptTransition, beginTransition, type Expectation, findForTransition } from "./begin-transition";
import { type DeploymentRecord, listedDeploymentRow } from "./load-deployments";
import { type ActivationPlan, planActivation } from "./plan-activation";
import { proposedMoments } from "./proposed-moments";
import { type Moments, writeSchedule } from "./write-schedule";
import { type DeploymentWrite, writeTransition } from "./write-transition";

/** For `.catch` of a transaction that activates a deployment. */
export const translateActivationConflict = translateConflict(
	"a deployment of this design was requested or activated on the target at the same time",
);

/** What an administrator may say with an activation. */
export interface ActivationOptions {
	/** A note for the requester; a blank one counts as none. */
	readonly message?: string | undefined;
	/** At the times that its requester proposed; now by default. */
	readonly as_proposed?: boolean | undefined;
}

/**
 * Activates a deployment (docs/contract.md, Activation). The same statement deactivates an active
 * build of the same design on the target.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 * @throws InvalidStateError when its status does not allow it, or a newer live deployment of the
 *   same build conflicts with it
 */
export async function activateDeployment(...decision: Parameters<typeof activate>): Promise<Deployment> {
	return listedDeploymentRow(await activate(...decision));
}

/** As {@link activateDeployment}; gives the deployment after the change. */
export async function activate(
	service: Service,
	principal: Principal,
	deploymentId: string,
	expectation: Expectation = {},
	{ message, as_proposed }: ActivationOptions = {},
): Promise<DeploymentRecord> {
	const entry = message?.trim() ? { reason: message } : {};
	const decided = as_proposed
		? transact(service.prisma, async (tx) => {
				const record = await beginTransition(tx, principal, deploymentId, "activate", expectation);
				return activateAt(service, tx, principal, record, proposedMoments(service, record), entry);
			})
		: attemptTransition(service, deploymentId, async (db) => {
				const record = await findForTransition(db, principal, deploymentId, "activate", expectation);
				return activateFound(service, db, principal, record, entry);
			});
	const after = await decided.catch(translateActivationConflict);
	await announceTarget(service, after.targetId);
	return after;
}

/**
 * Activates a deployment that passed the checks, or schedules that, as the times say. The caller
 * has locked it, and calls `announceTarget` after the commit.
 * @returns the deployment after the change
 * @throws InvalidStateError when another deployment on the target conflicts with it
 */
async function activateAt(
	service: Service,
	tx: Transaction,
	principal: Principal,
	record: DeploymentRecord,
	moments: Moments,
	entry: { readonly reason?: string },
): Promise<DeploymentRecord> {
	if (moments.activate === undefined) {
		const activated = await activateFound(service, tx, principal, record, entry);
		return moments.deactivate === undefined ? activated : writeSchedule(service, tx, principal, activated, moments);
	}
	const { conflict } = await planActivation(tx, record);
	if (conflict !== null) throw conflict;
	return writeSchedule(service, tx, principal, record, moments, entry);
}

/**
 * Writes the activation of a deployment that passed the checks. The caller calls `announceTarget`
 * after the commit.
 * @param entry what the audit event has beside or instead of the plain activation; the deployment
 *   keeps its reason
 * @returns the deployment after the change
 * @throws InvalidStateError when another deployment on the target conflicts with it
 * @throws ChangedMeanwhileError when the record is out of date, which is impossible under its lock
 */
export async function activateFound(
	service: Service,
	db: Transaction,
	principal: Principal,
	record: DeploymentRecord,
	entry: DeploymentWrite["entry"] = {},
): Promise<DeploymentRecord> {
	const { replaces, conflict } = await planActivation(db, record);
	if (conflict !== null) throw conflict;
	const now = service.now();
	const statusReason = entry.reason ?? null;
	const first = record.approvedAt === null;
	const change = {
		at: now,
		activatedAt: now,
		statusReason,
		replacedById: null,
		...(first ? { approvedAt: now, deployerId: principal.userId } : {}),
	};
	const replaced = replaces === null ? undefined : replacementBy(record, replaces, now);
	const write = { subject: record, step: "activate", change, entry } as const;
	await writeTransition(service, db, principal, write, { replaced, touches: true });
	return {
		...record,
		status: "activated",
		statusReason,
		activatedAt: now,
		updatedAt: now,
		revision: record.revision + 1,
		...(first ? { approvedAt: now, deployer: { email: principal.email } } : {}),
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
		change: { deactivatedAt: at, statusReason: null, replacedById: record.id, at },
		entry: { detail: { replaced_by: record.id } },
	};
}
