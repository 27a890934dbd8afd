import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { Principal } from "@/lib/domain/access/principal";
import { beginTransition, type Expectation } from "@/lib/domain/deployments/begin-transition";
import { getDeploymentDetail } from "@/lib/domain/deployments/reads/get-deployment-detail";
import { loadRollbacks } from "@/lib/domain/deployments/reads/load-rollbacks";
import { announceTarget } from "@/lib/domain/targets/touch-target";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import { isolate } from "@/lib/rules/text/isolate";
import { activateRecord, translateActivationConflict } from "./activate-deployment";

/**
 * `POST /api/deployments/<id>/rollback`: deactivates a deployment and activates the build of the
 * same design that was active on the target before it, also while the target is closed.
 * @returns the deployment that is activated now
 * @throws NotFoundError, VersionMismatchError
 * @throws ForbiddenError also when the caller requested the earlier one and the target has the
 *   four-eyes rule
 * @throws InvalidStateError when it is not activated or there is no earlier build
 */
export async function rollBackDeployment(
	service: Service,
	principal: Principal,
	deploymentId: string,
	expectation: Expectation = {},
): Promise<DeploymentDetail> {
	const { targetId, detail } = await transact(service.prisma, async (tx) => {
		const record = await beginTransition(tx, principal, deploymentId, "rollback", expectation);
		const rollback = (await loadRollbacks(tx, [record])).get(record.id);
		if (rollback === undefined) {
			throw new InvalidStateError(
				`there is no earlier build of '${isolate(record.design.name)}' on the target '${isolate(record.target.name)}' to roll back to`,
			);
		}
		const restored = await beginTransition(tx, principal, rollback.id, "activate");
		const entry = { action: "rollback", detail: { rolled_back: record.id } } as const;
		await activateRecord(service, tx, principal, restored, entry, "exempt");
		const detail = await getDeploymentDetail({ ...service, prisma: tx }, principal, restored.id);
		return { targetId: restored.target_id, detail };
	}).catch(translateActivationConflict);
	await announceTarget(service, targetId);
	return detail;
}
