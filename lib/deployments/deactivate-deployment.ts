import type { Principal } from "@/lib/access/principal";
import type { Deployment } from "@/lib/contract/deployment";
import { transact } from "@/lib/db/transact";
import type { Service, Transaction } from "@/lib/service";
import { beginTransition, type Expectation } from "./begin-transition";
import { announceTarget, touchTarget, writeTransition } from "./finish-transition";
import { type DeploymentRecord, listedDeploymentRow, loadDeployments } from "./load-deployments";

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
	const after = await transact(service.prisma, async (tx) => {
		const record = await beginTransition(tx, principal, deploymentId, "deactivate", expectation);
		await deactivateLocked(service, tx, principal, record);
		return loadDeployments(tx, [record.id]);
	});
	const [record] = after;
	if (record === undefined) throw new Error("A deployment cannot vanish while it is locked.");
	announceTarget(service, record.targetId);
	return listedDeploymentRow(record);
}

/** The change itself, once `beginTransition` has found nothing against it; to be followed by `announceTarget` after the commit. */
export async function deactivateLocked(
	service: Service,
	tx: Transaction,
	principal: Principal,
	record: DeploymentRecord,
): Promise<void> {
	const now = service.now();
	await writeTransition(
		service,
		tx,
		principal,
		record,
		{ status: "deactivated", data: { deactivatedAt: now }, at: now },
		{ action: "deactivate" },
	);
	await touchTarget(tx, record.targetId);
}
