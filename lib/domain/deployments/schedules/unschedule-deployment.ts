import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { Principal } from "@/lib/domain/access/principal";
import { beginTransition, type Expectation } from "@/lib/domain/deployments/begin-transition";
import { endSchedule } from "@/lib/domain/deployments/end-schedule";
import { getDeploymentDetail } from "@/lib/domain/deployments/reads/get-deployment-detail";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";

/**
 * `DELETE /api/deployments/<id>/schedule`: removes the deployment's schedule, if there is one.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 */
export async function unscheduleDeployment(
	service: Service,
	principal: Principal,
	deploymentId: string,
	expectation: Expectation = {},
): Promise<DeploymentDetail> {
	return transact(service.prisma, async (tx) => {
		const record = await beginTransition(tx, principal, deploymentId, "unschedule", expectation);
		if ((await endSchedule(service, tx, principal, record)) !== record) {
			// Approvals hold for these times alone.
			await tx.deploymentApproval.deleteMany({
				where: { deployment_id: record.id, action: "activate", ended_at: null },
			});
		}
		return getDeploymentDetail({ ...service, prisma: tx }, principal, deploymentId);
	});
}
