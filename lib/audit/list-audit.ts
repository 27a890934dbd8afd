import type { Principal } from "@/lib/access/principal";
import { visibleAuditParts } from "@/lib/access/visible-parts";
import type { AuditFilter, AuditRecord } from "@/lib/contract/audit";
import { Prisma } from "@/lib/generated/prisma/client";
import { type Page, pageOfIds } from "@/lib/search/page";
import type { Service } from "@/lib/service";
import { auditConditions } from "./audit-conditions";
import { loadAuditRecords } from "./load-audit-records";

/**
 * `GET /api/audit`: who did what when, newest first (design.md section 7), of what the caller may know: operators everything,
 * administrators what concerns their organization, designers what happened to designs that they see directly.
 */
export async function listAudit(
	service: Service,
	principal: Principal,
	{ limit, offset, ...filter }: AuditFilter & { readonly limit: number; readonly offset: number },
): Promise<Page<AuditRecord>> {
	const where = auditConditions(filter);
	const { ids, total } = await pageOfIds(service.prisma, {
		parts: visibleAuditParts(principal).map(({ condition, few }) => ({
			from: Prisma.sql`audit_events e`,
			where: [condition, ...where],
			few,
			sort: Prisma.sql`e.id`,
		})),
		id: Prisma.sql`e.id`,
		order: "desc",
		limit,
		offset,
	});
	return { rows: await loadAuditRecords(service.prisma, principal, ids.map(BigInt)), total };
}
