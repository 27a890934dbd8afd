import type { AuditFilter, AuditRecord } from "@/lib/contract/audit";
import { visibleAuditParts } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { type Page, pageOfIds } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { auditConditions } from "./audit-conditions";
import { loadAuditRecords } from "./load-audit-records";

/**
 * `GET /api/audit`: audit events, newest first (docs/contract.md, Service). Operators see all,
 * administrators those of their organization, designers those of designs that they see directly.
 */
export async function listAudit(
	service: Service,
	principal: Principal,
	{ limit, offset, ...filter }: AuditFilter & { readonly limit: number; readonly offset: number },
): Promise<Page<AuditRecord>> {
	const where = auditConditions(filter);
	const { ids, total } = await pageOfIds(service.prisma, {
		parts: visibleAuditParts(principal).map((part) => ({
			from: Prisma.sql`audit_events`,
			where: [part.where, ...where],
			materialized: part.personal,
			sort: Prisma.sql`audit_events.id`,
		})),
		id: Prisma.sql`audit_events.id`,
		order: "desc",
		limit,
		offset,
	});
	return { rows: await loadAuditRecords(service.prisma, principal, ids.map(BigInt)), total };
}
