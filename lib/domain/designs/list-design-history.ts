import type { DesignEvent } from "@/lib/contract/design-history";
import { designVisibility, mayKnowAddress, visibleInDesignHistory } from "@/lib/domain/access/access";
import { loadPeople } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import { describeAuditEvent } from "@/lib/domain/audit/describe-audit-event";
import { type Page, pageOfIds } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";
import { findDesignOrThrow } from "./find-design-or-throw";
import { accessAttributesOf } from "./load-designs";

/**
 * `GET /api/designs/<id>/history`: audit events of a design, its builds and its visible
 * deployments, newest first, with addresses for callers who may read them.
 * @throws NotFoundError when the caller does not see the design
 * @throws ForbiddenError when the caller sees it through a target only
 */
export async function listDesignHistory(
	service: Service,
	principal: Principal,
	designId: string,
	{ limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Page<DesignEvent>> {
	const { record } = await findDesignOrThrow(service.prisma, principal, designId);
	if (designVisibility(principal, accessAttributesOf(record)) !== "direct") {
		throw new ForbiddenError("the history of a design that is visible through a target only is not shown");
	}
	const { ids, total } = await pageOfIds(service.prisma, {
		parts: [
			{
				from: Prisma.sql`audit_events`,
				where: [Prisma.sql`audit_events.design_id = ${designId}::uuid`, visibleInDesignHistory(principal)],
				sort: Prisma.sql`audit_events.id`,
			},
		],
		id: Prisma.sql`audit_events.id`,
		order: "desc",
		limit,
		offset,
	});
	const events = await service.prisma.auditEvent.findMany({
		where: { id: { in: ids.map(BigInt) } },
		orderBy: { id: "desc" },
	});
	const targets = await service.prisma.target.findMany({
		where: { id: { in: [...new Set(events.flatMap(({ target_id: targetId }) => targetId ?? []))] } },
		select: { id: true, name: true },
	});
	const people = await loadPeople(
		service.prisma,
		events.map(({ actor_id: actorId }) => actorId),
	);
	const names = new Map(targets.map(({ id, name }) => [id, name]));
	const rows = events.map((event) => ({
		...describeAuditEvent(event, mayKnowAddress(principal, event), people),
		object_type: event.object_type,
		object_id: event.object_id,
		target: names.get(event.target_id ?? "") ?? null,
	}));
	return { rows, total };
}
