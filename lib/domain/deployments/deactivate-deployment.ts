import type { Deployment } from "@/lib/contract/deployment";
import type { Principal } from "@/lib/domain/access/principal";
import { announceTarget } from "@/lib/domain/targets/touch-target";
import type { Service, Transaction } from "@/lib/platform/service";
import { attemptTransition, type Expectation, findForTransition } from "./begin-transition";
import { type DeploymentRecord, listedDeploymentRow } from "./load-deployments";
import { writeTransition } from "./write-transition";

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
	const after = await attemptTransition(service, deploymentId, async (db) => {
		const record = await findForTransition(db, principal, deploymentId, "deactivate", expectation);
		return deactivateFound(service, db, principal, record);
	});
	announceTarget(service, after.targetId);
	return listedDeploymentRow(after);
}

/**
 * The change itself, once nothing was found against it; to be followed by `announceTarget` after the commit.
 * @returns the deployment as it is now
 * @throws ChangedMeanwhileError when what was found was changed, which cannot be where it is locked
 */
export async function deactivateFound(
	service: Service,
	db: Transaction,
	principal: Principal,
	record: DeploymentRecord,
): Promise<DeploymentRecord> {
	const now = service.now();
	const write = { subject: record, step: "deactivate", change: { deactivatedAt: now, at: now } } as const;
	await writeTransition(service, db, principal, write, { touches: true });
	return { ...record, status: "deactivated", deactivatedAt: now, updatedAt: now, revision: record.revision + 1 };
}
