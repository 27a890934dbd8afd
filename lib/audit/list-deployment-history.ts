import { mayAdministerTarget } from "@/lib/access/access";
import type { Principal } from "@/lib/access/principal";
import type { AuditEvent } from "@/lib/contract/audit";
import { findDeploymentOrThrow } from "@/lib/deployments/find-deployment";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Page } from "@/lib/search/page";
import type { Service } from "@/lib/service";

/**
 * `GET /api/deployments/<id>/history`: everything that was done with a deployment, newest first. From which address, only
 * its administrators read of others.
 * @throws NotFoundError when the caller does not see the deployment
 */
export async function listDeploymentHistory(
	service: Service,
	principal: Principal,
	deploymentId: string,
	{ limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Page<AuditEvent>> {
	const { target } = await findDeploymentOrThrow(service.prisma, principal, deploymentId);
	const administers = mayAdministerTarget(principal, target);
	const where = { objectType: "deployment", objectId: deploymentId };
	const events =
		limit === 0
			? []
			: await service.prisma.auditEvent.findMany({ where, orderBy: { id: "desc" }, take: limit, skip: offset });
	const rows = events.map((event) => ({
		id: String(event.id),
		at: event.at.toISOString(),
		actor_id: event.actorId,
		actor: event.actorLabel,
		credential: event.credential,
		address: administers || event.actorId === principal.userId ? event.address : null,
		action: event.action,
		status_before: event.statusBefore,
		status_after: event.statusAfter,
		reason: event.reason,
		detail: objectOf(event.detail),
	}));
	return { rows, total: await service.prisma.auditEvent.count({ where }) };
}

function objectOf(value: Prisma.JsonValue): Record<string, unknown> | null {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
}
