import { type Deployment, LISTED_STATUSES, type ListDeployments } from "@/lib/contract/deployment";
import { visibleDeployments } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { visibleDeploymentParts } from "@/lib/domain/access/visible-parts";
import { type Page, pageOfRows } from "@/lib/domain/lists/page";
import type { Service } from "@/lib/platform/service";
import { pageOfDeployments, stillIn } from "./deployment-query";
import { listedDeploymentRow, loadDeployments } from "./load-deployments";

/** List Deployments (specification, Management API): whether activated, deactivated or requested. */
export async function listDeployments(
	service: Service,
	principal: Principal,
	filter: ListDeployments,
): Promise<Page<Deployment>> {
	const visible = { parts: visibleDeploymentParts(principal), each: visibleDeployments(principal, "x", "of few") };
	return pageOfRows(
		() => pageOfDeployments(service, visible, filter),
		async (ids) => {
			const records = await loadDeployments(service.prisma, ids);
			return stillIn(filter.status ?? LISTED_STATUSES, records).map(listedDeploymentRow);
		},
	);
}
