import { type Deployment, LISTED_STATUSES, type ListDeployments } from "@/lib/contract/deployment";
import type { Principal } from "@/lib/domain/access/principal";
import { type Page, pageOfRows } from "@/lib/domain/lists/page";
import type { Service } from "@/lib/platform/service";
import { deploymentList } from "./deployment-list";
import { listedDeploymentRow, loadDeployments, stillIn } from "./load-deployments";

/** List Deployments (docs/contract.md, Lists): activated, deactivated and requested ones. */
export async function listDeployments(
	service: Service,
	principal: Principal,
	filter: ListDeployments,
): Promise<Page<Deployment>> {
	return pageOfRows(
		() => deploymentList.page(service, principal, { ...filter, detail: false }),
		async (ids) => {
			const records = await loadDeployments(service.prisma, ids);
			return stillIn(filter.status ?? LISTED_STATUSES, records).map(listedDeploymentRow);
		},
	);
}
