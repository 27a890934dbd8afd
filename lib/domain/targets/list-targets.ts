import type { Target } from "@/lib/contract/target";
import { mayAdministerTarget, visibleTargets } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { type Page, pageOfIds } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { describeTarget, targetIncludeFor } from "./describe-target";
import { loadOverviews } from "./load-overviews";

/**
 * `GET /api/targets`: the targets that accept the caller's organization or that the caller
 * administers, by name; the latter with an overview. A fixed number of queries.
 */
export async function listTargets(
	service: Service,
	principal: Principal,
	paging: { limit: number; offset: number },
): Promise<Page<Target>> {
	const { ids, total } = await pageOfIds(service.prisma, {
		parts: [{ from: Prisma.sql`targets t`, where: [visibleTargets(principal)], sort: Prisma.sql`t.name` }],
		id: Prisma.sql`t.id`,
		order: "asc",
		...paging,
	});
	const records = await service.prisma.target.findMany({
		where: { id: { in: ids } },
		include: targetIncludeFor(principal),
	});
	const administered = records.filter((record) => mayAdministerTarget(principal, record));
	const overviews = await loadOverviews(service, administered);
	const byId = new Map(records.map((record) => [record.id, record]));
	const rows = ids
		.flatMap((id) => byId.get(id) ?? [])
		.map((record) => ({ ...describeTarget(principal, record), overview: overviews.get(record.id) ?? null }));
	return { rows, total };
}
