import type { Principal } from "@/lib/access/principal";
import type { Deployment } from "@/lib/contract/deployment";
import { translateConflict } from "@/lib/db/conflicts";
import { transact } from "@/lib/db/transact";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/service";
import { beginTransition, type Expectation } from "./begin-transition";
import { announceTarget, touchTarget, writeTransition } from "./finish-transition";
import { type DeploymentRecord, listedDeploymentRow } from "./load-deployments";
import { planActivation } from "./plan-activation";

/** For `.catch` of a transaction that activates. */
export const translateActivationConflict = translateConflict(
	"a deployment of this design was requested or activated on the target at the same time",
);

/**
 * Activate a Deployment (specification, Deployment status; design.md section 4, items 15 and 21). A build of the same
 * design that is active on the target is replaced: deactivated in the same transaction.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 * @throws InvalidStateError when its status does not allow it, or a newer live deployment of the same build stands in the way.
 */
export async function activateDeployment(
	service: Service,
	principal: Principal,
	deploymentId: string,
	expectation: Expectation = {},
): Promise<Deployment> {
	const { row, targetId } = await transact(service.prisma, async (tx) => {
		const record = await beginTransition(tx, principal, deploymentId, "activate", expectation);
		const after = await activateLocked(service, tx, principal, record);
		return { row: listedDeploymentRow(after), targetId: record.targetId };
	}).catch(translateActivationConflict);
	announceTarget(service, targetId);
	return row;
}

/**
 * The change itself, once `beginTransition` has found nothing against it; to be followed by `announceTarget` after the commit.
 * @param entry how the audit event calls it, where it was not simply activated
 * @returns the deployment as it is now: nobody else changes it before the commit. The target, for which others wait, is locked last
 * @throws InvalidStateError when something on the target stands in the way
 */
export async function activateLocked(
	service: Service,
	tx: Transaction,
	principal: Principal,
	record: DeploymentRecord,
	entry: { readonly action: "activate" | "rollback"; readonly detail?: Prisma.InputJsonObject } = {
		action: "activate",
	},
): Promise<DeploymentRecord> {
	const { replaces, conflict } = await planActivation(tx, record);
	if (conflict !== null) throw conflict;
	const now = service.now();
	if (replaces !== null) {
		await writeTransition(
			service,
			tx,
			principal,
			{ ...replaces, target: record.target },
			{ status: "deactivated", deactivatedAt: now, replacedById: record.id, at: now },
			{ action: "deactivate", detail: { replaced_by: record.id } },
		);
	}
	const first = record.approvedAt === null;
	await writeTransition(
		service,
		tx,
		principal,
		record,
		{
			status: "activated",
			at: now,
			activatedAt: now,
			statusReason: null,
			replacedById: null,
			...(first ? { approvedAt: now, deployerId: principal.userId } : {}),
		},
		entry,
	);
	await touchTarget(tx, record.targetId);
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
