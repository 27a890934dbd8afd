import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { Principal } from "@/lib/domain/access/principal";
import { findDeploymentOrThrow } from "@/lib/domain/deployments/find-deployment-or-throw";
import type { Reader } from "@/lib/platform/service";
import { describeDeployments } from "./describe-deployments";

/**
 * `GET /api/deployments/<id>` (docs/contract.md, Deployments).
 * @throws NotFoundError when the caller does not see it
 */
export async function getDeploymentDetail(
	service: Reader,
	principal: Principal,
	deploymentId: string,
): Promise<DeploymentDetail> {
	const record = await findDeploymentOrThrow(service.prisma, principal, deploymentId);
	const [detail] = await describeDeployments(service, principal, [record]);
	if (detail === undefined) throw new Error("describeDeployments must return one row for one record");
	return detail;
}
