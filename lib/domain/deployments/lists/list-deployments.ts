import type { Deployment } from "@/lib/contract/deployment";
import type { ListDeployments } from "@/lib/contract/deployment-list";
import type { Principal } from "@/lib/domain/access/principal";
import {
	deploymentColumns,
	deploymentRecord,
	listedDeploymentRow,
	type ReadDeployment,
} from "@/lib/domain/deployments/load-deployments";
import { type Page, pageOfRows } from "@/lib/domain/lists/page";
import type { Service } from "@/lib/platform/service";
import { deploymentList } from "./deployment-list";

/** List Deployments (docs/contract.md, Lists): activated, deactivated and requested ones. */
export async function listDeployments(
	service: Service,
	principal: Principal,
	filter: ListDeployments,
): Promise<Page<Deployment>> {
	const page = deploymentList.page(service, principal, { ...filter, detail: false });
	const { rows, total } = await pageOfRows<ReadDeployment>(service.prisma, page, deploymentColumns);
	return { rows: rows.map((read) => listedDeploymentRow(deploymentRecord(read))), total };
}
