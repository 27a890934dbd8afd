import type { DeploymentDetail, ListDeploymentDetails } from "@/lib/contract/deployment";
import { visibleDeploymentRecords } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { visibleDeploymentRecordParts } from "@/lib/domain/access/visible-parts";
import { type Page, pageOfRows } from "@/lib/domain/lists/page";
import type { Service } from "@/lib/platform/service";
import { pageOfDeployments, stillIn } from "./deployment-query";
import { describeDeployments } from "./describe-deployments";
import { detailConditions } from "./detail-conditions";
import { loadDeployments } from "./load-deployments";

/** `GET /api/deployments`: as the contract's list, with every internal status that the caller may see (design.md section 7). */
export async function listDeploymentDetails(
	service: Service,
	principal: Principal,
	filter: ListDeploymentDetails,
): Promise<Page<DeploymentDetail>> {
	const visible = {
		parts: visibleDeploymentRecordParts(principal),
		each: visibleDeploymentRecords(principal, "of few"),
	};
	const further = detailConditions(service, principal, filter);
	return pageOfRows(
		() => pageOfDeployments(service, visible, filter, further),
		async (ids) => {
			const records = await loadDeployments(service.prisma, ids);
			return describeDeployments(service, principal, stillIn(filter.status, records));
		},
	);
}
