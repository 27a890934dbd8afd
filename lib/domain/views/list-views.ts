import type { SavedView, ViewPage } from "@/lib/contract/view";
import { visibleViews } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { type Page, pageOfIds } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { describeView, viewIncludeFor } from "./describe-view";

/**
 * `GET /api/views`: own views and those that colleagues share, by name (docs/contract.md,
 * Accounts).
 */
export async function listViews(
	service: Service,
	principal: Principal,
	{ page, limit, offset }: { page?: ViewPage | undefined; limit: number; offset: number },
): Promise<Page<SavedView>> {
	const where = [visibleViews(principal)];
	if (page !== undefined) where.push(Prisma.sql`saved_views.page = ${page}`);
	const { ids, total } = await pageOfIds(service.prisma, {
		parts: [{ from: Prisma.sql`saved_views`, where, sort: Prisma.sql`lower(saved_views.name)` }],
		id: Prisma.sql`saved_views.id`,
		order: "asc",
		limit,
		offset,
	});
	const records = await service.prisma.savedView.findMany({
		where: { id: { in: ids } },
		include: viewIncludeFor(principal),
	});
	const byId = new Map(records.map((record) => [record.id, record]));
	return { rows: ids.flatMap((id) => byId.get(id) ?? []).map((record) => describeView(principal, record)), total };
}
