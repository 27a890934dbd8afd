import type { Principal } from "@/lib/access/principal";
import { visibleDeploymentParts } from "@/lib/access/visible-parts";
import type { Deployment, ListDeployments } from "@/lib/contract/deployment";
import type { Page } from "@/lib/search/page";
import type { Service } from "@/lib/service";
import { pageOfDeployments } from "./deployment-query";
import { listedDeploymentRow, loadDeployments } from "./load-deployments";

/** List Deployments (specification, Management API): whether activated, deactivated or requested. */
export async function listDeployments(
	service: Service,
	principal: Principal,
	filter: ListDeployments,
): Promise<Page<Deployment>> {
	const { ids, total } = await pageOfDeployments(service, visibleDeploymentParts(principal), filter);
	const records = await loadDeployments(service.prisma, ids);
	return { rows: records.map(listedDeploymentRow), total };
}
