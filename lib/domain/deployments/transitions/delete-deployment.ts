import type { Principal } from "@/lib/domain/access/principal";
import { beginTransition, type Expectation } from "@/lib/domain/deployments/begin-transition";
import type { DeploymentRecord } from "@/lib/domain/deployments/load-deployments";
import { recordDeploymentEvent } from "@/lib/domain/deployments/write-transition";
import { refreshTargetSearch } from "@/lib/domain/lists/refresh-documents";
import { announceTarget, touchTarget } from "@/lib/domain/targets/touch-target";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import { approve } from "./approve";

/**
 * Deletes a deployment of any status (docs/contract.md, Deployment status); its audit events stay.
 * @returns null; the deployment where its target requires a second approval
 * @throws NotFoundError, ForbiddenError, VersionMismatchError, InvalidStateError
 */
export async function deleteDeployment(
	service: Service,
	principal: Principal,
	deploymentId: string,
	expectation: Expectation = {},
): Promise<DeploymentRecord | null> {
	const { targetId, pending } = await transact(service.prisma, async (tx) => {
		const record = await beginTransition(tx, principal, deploymentId, "delete", expectation);
		const { pending } = await approve(service, tx, principal, record, { action: "delete" });
		if (pending !== null) return { targetId: record.target_id, pending };
		const { count } = await tx.deployment.deleteMany({ where: { id: record.id, status: record.status } });
		if (count === 0) throw new InvalidStateError("the deployment changed in the meantime: read it again");
		await recordDeploymentEvent(service, tx, principal, record, {
			action: "delete",
			status_after: "deleted",
			detail: { build_id: record.build_id, design_name: record.design.name },
		});
		await refreshTargetSearch(tx, record.design_id);
		await touchTarget(service, tx, record.target_id);
		return { targetId: record.target_id, pending: null };
	});
	if (pending === null) await announceTarget(service, targetId);
	return pending;
}
