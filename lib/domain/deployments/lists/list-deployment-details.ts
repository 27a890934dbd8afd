import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ListDeploymentDetails } from "@/lib/contract/deployment-list";
import type { Principal } from "@/lib/domain/access/principal";
import { deploymentColumns, deploymentRecord, type ReadDeployment } from "@/lib/domain/deployments/load-deployments";
import { describeDeployments } from "@/lib/domain/deployments/reads/describe-deployments";
import { type Page, pageOfRows } from "@/lib/domain/lists/page";
import type { Service } from "@/lib/platform/service";
import { deploymentList } from "./deployment-list";

/**
 * List Deployments with `detail=true`: adds visible internal statuses (docs/contract.md, Lists).
 */
export async function listDeploymentDetails(
	service: Service,
	principal: Principal,
	filter: ListDeploymentDetails,
): Promise<Page<DeploymentDetail>> {
	const page = deploymentList.page(service, principal, { ...filter, detail: true });
	const { rows, total } = await pageOfRows<ReadDeployment>(service.prisma, page, deploymentColumns);
	return { rows: await describeDeployments(service, principal, rows.map(deploymentRecord)), total };
}
