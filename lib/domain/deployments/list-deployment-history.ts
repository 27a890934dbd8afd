import type { AuditEvent } from "@/lib/contract/audit";
import { mayKnowAddress } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { describeAuditEvent } from "@/lib/domain/audit/describe-audit-event";
import type { Page } from "@/lib/domain/lists/page";
import type { Service } from "@/lib/platform/service";
import { findDeploymentOrThrow } from "./find-deployment";

/**
 * `GET /api/deployments/<id>/history`: audit events of a deployment, newest first, with addresses
 * for callers who may read them.
 * @throws NotFoundError when the caller does not see the deployment
 */
export async function listDeploymentHistory(
	service: Service,
	principal: Principal,
	deploymentId: string,
	{ limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Page<AuditEvent>> {
	await findDeploymentOrThrow(service.prisma, principal, deploymentId);
	const where = { objectType: "deployment", objectId: deploymentId };
	const events =
		limit === 0
			? []
			: await service.prisma.auditEvent.findMany({ where, orderBy: { id: "desc" }, take: limit, skip: offset });
	const rows = events.map((event) => describeAuditEvent(event, mayKnowAddress(principal, event)));
	return { rows, total: await service.prisma.auditEvent.count({ where }) };
}
