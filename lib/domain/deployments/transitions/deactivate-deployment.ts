import type { Deployment } from "@/lib/contract/deployment";
import type { Principal } from "@/lib/domain/access/principal";
import { attemptTransition, type Expectation, findForTransition } from "@/lib/domain/deployments/begin-transition";
import { type DeploymentRecord, listedDeploymentRow } from "@/lib/domain/deployments/load-deployments";
import { writeTransition } from "@/lib/domain/deployments/write-transition";
import { announceTarget } from "@/lib/domain/targets/touch-target";
import type { Service, Transaction } from "@/lib/platform/service";

/**
 * Deactivates a deployment (docs/contract.md, Deployment status): agents remove its file; it stays
 * listed.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError, InvalidStateError
 */
export async function deactivateDeployment(...decision: Parameters<typeof deactivate>): Promise<Deployment> {
	return listedDeploymentRow(await deactivate(...decision));
}

/** As {@link deactivateDeployment}; gives the deployment after the change. */
export async function deactivate(
	service: Service,
	principal: Principal,
	deploymentId: string,
	expectation: Expectation = {},
): Promise<DeploymentRecord> {
	const after = await attemptTransition(service, deploymentId, async (db) => {
		const record = await findForTransition(db, principal, deploymentId, "deactivate", expectation);
		return deactivateRecord(service, db, principal, record);
	});
	await announceTarget(service, after.target_id);
	return after;
}

/**
 * Writes the deactivation of a deployment that passed the checks. The caller calls `announceTarget`
 * after the commit.
 * @returns the deployment after the change
 * @throws ChangedMeanwhileError when the record is out of date, which is impossible under its lock
 */
export async function deactivateRecord(
	service: Service,
	db: Transaction,
	principal: Principal,
	record: DeploymentRecord,
): Promise<DeploymentRecord> {
	const now = service.now();
	// The note of its activation no longer holds.
	const change = { deactivated_at: now, status_reason: null, at: now };
	const write = { subject: record, step: "deactivate", change } as const;
	await writeTransition(service, db, principal, write, { touches: true });
	return {
		...record,
		status: "deactivated",
		status_reason: null,
		deactivated_at: now,
		updated_at: now,
		revision: record.revision + 1,
	};
}
