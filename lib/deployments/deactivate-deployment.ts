import type { Principal } from "@/lib/access/principal";
import type { Deployment } from "@/lib/contract/deployment";
import { transact } from "@/lib/db/transact";
import type { Service, Transaction } from "@/lib/service";
import { beginTransition, type Expectation } from "./begin-transition";
import { announceTarget, touchTarget, writeTransition } from "./finish-transition";
import { type DeploymentRecord, listedDeploymentRow } from "./load-deployments";

/**
 * Deactivate a Deployment (specification, Deployment status): agents remove the targeting file; the row stays listed.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError, InvalidStateError
 */
export async function deactivateDeployment(
	service: Service,
	principal: Principal,
	deploymentId: string,
	expectation: Expectation = {},
): Promise<Deployment> {
	const record = await transact(service.prisma, async (tx) => {
		const found = await beginTransition(tx, principal, deploymentId, "deactivate", expectation);
		return deactivateLocked(service, tx, principal, found);
	});
	announceTarget(service, record.targetId);
	return listedDeploymentRow(record);
}

/**
 * The change itself, once `beginTransition` has found nothing against it; to be followed by `announceTarget` after the commit.
 * @returns the deployment as it is now: nobody else changes it before the commit. The target, for which others wait, is locked last
 */
export async function deactivateLocked(
	service: Service,
	tx: Transaction,
	principal: Principal,
	record: DeploymentRecord,
): Promise<DeploymentRecord> {
	const now = service.now();
	await writeTransition(
		service,
		tx,
		principal,
		record,
		{ status: "deactivated", deactivatedAt: now, at: now },
		{ action: "deactivate" },
	);
	await touchTarget(tx, record.targetId);
	return { ...record, status: "deactivated", deactivatedAt: now, updatedAt: now, revision: record.revision + 1 };
}
