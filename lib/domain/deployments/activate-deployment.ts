import type { Deployment } from "@/lib/contract/deployment";
import type { Principal } from "@/lib/domain/access/principal";
import { announceTarget } from "@/lib/domain/targets/touch-target";
import { translateConflict } from "@/lib/platform/db/conflicts";
import type { Service, Transaction } from "@/lib/platform/service";
import { attemptTransition, type Expectation, findForTransition } from "./begin-transition";
import { type DeploymentRecord, listedDeploymentRow } from "./load-deployments";
import { type ActivationPlan, planActivation } from "./plan-activation";
import { type DeploymentWrite, writeTransition } from "./write-transition";

/** For `.catch` of a transaction that activates. */
export const translateActivationConflict = translateConflict(
	"a deployment of this design was requested or activated on the target at the same time",
);

/**
 * Activate a Deployment (specification, Deployment status; design.md section 4, items 15 and 21). A
 * build of the same design that is active on the target is replaced: deactivated in the same
 * statement.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 * @throws InvalidStateError when its status does not allow it, or a newer live deployment of the
 *   same build stands in the way.
 */
export async function activateDeployment(
	service: Service,
	principal: Principal,
	deploymentId: string,
	expectation: Expectation = {},
): Promise<Deployment> {
	const after = await attemptTransition(service, deploymentId, async (db) => {
		const record = await findForTransition(db, principal, deploymentId, "activate", expectation);
		return activateFound(service, db, principal, record);
	}).catch(translateActivationConflict);
	announceTarget(service, after.targetId);
	return listedDeploymentRow(after);
}

/**
 * The change itself, once nothing was found against it; to be followed by `announceTarget` after
 * the commit.
 * @param entry how the audit event calls it, where it was not simply activated
 * @returns the deployment as it is now
 * @throws InvalidStateError when something on the target stands in the way
 * @throws ChangedMeanwhileError when what was found was changed, which cannot be where it is locked
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
	const first = record.approvedAt === null;
	const change = {
		at: now,
		activatedAt: now,
		statusReason: null,
		replacedById: null,
		...(first ? { approvedAt: now, deployerId: principal.userId } : {}),
	};
	const replaced = replaces === null ? undefined : replacementBy(record, replaces, now);
	const write = { subject: record, step: "activate", change, entry } as const;
	await writeTransition(service, db, principal, write, { replaced, touches: true });
	return {
		...record,
		status: "activated",
		statusReason: null,
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
		change: { deactivatedAt: at, replacedById: record.id, at },
		entry: { detail: { replaced_by: record.id } },
	};
}
