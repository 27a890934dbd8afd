import type { DeploymentStatus, ListDeployments } from "@/lib/contract/deployment";
import { visibilityCondition } from "@/lib/designs/list-designs";
import { Prisma } from "@/lib/generated/prisma/client";
import { pageOfIds } from "@/lib/search/page";
import { searchCondition } from "@/lib/search/search-condition";
import type { Service } from "@/lib/service";

/** The filters of the contract's list and of the product API's, which knows more statuses. */
export type DeploymentFilter = Omit<ListDeployments, "status"> & {
	status?: readonly DeploymentStatus[] | undefined;
	design_id?: string | undefined;
};

const SORTS = {
	updated_at: { column: Prisma.sql`x.updated_at`, nullable: false },
	approved_at: { column: Prisma.sql`x.approved_at`, nullable: true },
	build_date: { column: Prisma.sql`x.build_date`, nullable: false },
	build_size: { column: Prisma.sql`x.build_size`, nullable: false },
} as const;

/** Ids and total of a deployment list: `visible` is what the caller may see, the rest is what they asked for. */
export function pageOfDeployments(
	service: Service,
	visible: Prisma.Sql,
	filter: DeploymentFilter,
): Promise<{ ids: string[]; total: number }> {
	const sort = SORTS[filter.sort];
	return pageOfIds(service.prisma, {
		from: Prisma.sql`deployments x JOIN designs d ON d.id = x.design_id JOIN targets t ON t.id = x.target_id`,
		where: [visible, ...conditions(filter)],
		id: Prisma.sql`x.id`,
		sort: sort.column,
		nullable: sort.nullable,
		order: filter.order,
		limit: filter.limit,
		offset: filter.offset,
	});
}

function conditions(filter: DeploymentFilter): Prisma.Sql[] {
	const where = [searchCondition("x", filter.q), visibilityCondition(filter.visibility)];
	if (filter.design_id !== undefined) where.push(Prisma.sql`x.design_id = ${filter.design_id}::uuid`);
	if (filter.type !== undefined) where.push(Prisma.sql`x.type = ${filter.type}::"DesignType"`);
	if (filter.target_type !== undefined) where.push(Prisma.sql`t.type = ${filter.target_type}`);
	if (filter.status !== undefined) {
		where.push(Prisma.sql`x.status = ANY (${[...filter.status]}::text[]::"DeploymentStatus"[])`);
	}
	if (filter.min_size !== undefined) where.push(Prisma.sql`x.build_size >= ${filter.min_size}::bigint`);
	if (filter.max_size !== undefined) where.push(Prisma.sql`x.build_size <= ${filter.max_size}::bigint`);
	if (filter.start_date !== undefined)
		where.push(Prisma.sql`x.approved_at >= to_timestamp(${filter.start_date}::float8)`);
	// Inclusive to the end of its second (design.md section 4, item 9).
	if (filter.end_date !== undefined)
		where.push(Prisma.sql`x.approved_at < to_timestamp(${filter.end_date + 1}::float8)`);
	if (filter.new_build !== undefined) where.push(Prisma.sql`x.new_build = ${filter.new_build}`);
	return where;
}
