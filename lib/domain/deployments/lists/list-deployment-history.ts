import type { AuditEvent } from "@/lib/contract/audit";
import { mayKnowAddress } from "@/lib/domain/access/access";
import { loadPeople } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import { describeAuditEvent } from "@/lib/domain/audit/describe-audit-event";
import { findDeploymentOrThrow } from "@/lib/domain/deployments/find-deployment-or-throw";
import { commentIdOf } from "@/lib/domain/deployments/reads/comment-id-of";
import { type Page, pageOfIds } from "@/lib/domain/lists/page";
import { type AuditEvent as AuditEventRecord, Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";

/**
 * `GET /api/deployments/<id>/history`: audit events of a deployment, newest first, with addresses
 * for callers who may read them. The reason of an event about a comment is its text.
 * @throws NotFoundError when the caller does not see the deployment
 */
export async function listDeploymentHistory(
	service: Service,
	principal: Principal,
	deploymentId: string,
	paging: { readonly limit: number; readonly offset: number },
): Promise<Page<AuditEvent>> {
	await findDeploymentOrThrow(service.prisma, principal, deploymentId);
	const { ids, total } = await pageOfIds(service.prisma, {
		parts: [
			{
				from: Prisma.sql`audit_events`,
				where: [Prisma.sql`audit_events.object_type = 'deployment' AND audit_events.object_id = ${deploymentId}::uuid`],
				sort: Prisma.sql`audit_events.id`,
			},
		],
		id: Prisma.sql`audit_events.id`,
		order: "desc",
		...paging,
	});
	const events = await service.prisma.auditEvent.findMany({
		where: { id: { in: ids.map(BigInt) } },
		orderBy: { id: "desc" },
	});
	const people = await loadPeople(
		service.prisma,
		events.map(({ actor_id: actorId }) => actorId),
	);
	const texts = await loadTexts(service, events);
	const rows = events.map((event) => ({
		...describeAuditEvent(event, mayKnowAddress(principal, event), people),
		reason: event.reason ?? texts.get(commentIdOf(event.detail)) ?? null,
	}));
	return { rows, total };
}

/** Texts of comments by id: audit events do not have them. */
async function loadTexts({ prisma }: Service, events: readonly AuditEventRecord[]) {
	const ids = events.flatMap(({ detail }) => commentIdOf(detail) ?? []);
	const comments = ids.length === 0 ? [] : await prisma.deploymentComment.findMany({ where: { id: { in: ids } } });
	return new Map<bigint | null, string | null>(comments.map(({ id, text }) => [id, text]));
}
