import type { SavedView, ViewPage } from "@/lib/contract/view";
import { visibleViews } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { type Page, type PageColumns, pageOfRows } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { describeView, type ViewRecord } from "./views";

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
	const found = await pageOfRows<ViewRecord>(
		service.prisma,
		{
			parts: [{ from: Prisma.sql`saved_views`, where, sort: Prisma.sql`lower(saved_views.name)` }],
			id: Prisma.sql`saved_views.id`,
			order: "asc",
			limit,
			offset,
		},
		columns(principal),
	);
	return { rows: found.rows.map((record) => describeView(principal, record)), total: found.total };
}

/** Of the defaults of a view only the caller's. */
const columns = ({ userId }: Principal): PageColumns => ({
	from: Prisma.sql`saved_views JOIN users u ON u.id = saved_views.owner_id JOIN organizations o ON o.id = u.organization_id`,
	columns: Prisma.sql`saved_views.id, saved_views.owner_id, saved_views.organization_id,
		saved_views.page, saved_views.name, saved_views.query, saved_views.shared, saved_views.created_at,
		saved_views.updated_at, saved_views.revision, json_build_object('email', u.email, 'id', u.id,
			'first_name', u.first_name, 'last_name', u.last_name, 'organization', json_build_object('name', o.name)) AS owner,
		COALESCE((SELECT json_agg(json_build_object('user_id', v.user_id)) FROM default_views v
			WHERE v.view_id = saved_views.id AND v.user_id = ${userId}::uuid), '[]') AS "defaultOf"`,
});
