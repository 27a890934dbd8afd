import type { Target } from "@/lib/contract/target";
import { mayAdministerTarget, visibleTargets } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { type Page, type PageColumns, pageOfRows } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { type DescribedTarget, describeTarget } from "./describe-target";
import { loadOverviews } from "./load-overviews";

/** A target as the list reads it, with the amount as text. */
type ReadTarget = Omit<DescribedTarget, "memoryCapacity"> & { readonly memoryCapacity: string | null };

/** Of the accepted organizations only the caller's. */
const columns = ({ organizationId }: Principal): PageColumns => ({
	from: Prisma.sql`targets t JOIN organizations o ON o.id = t.organization_id`,
	columns: Prisma.sql`t.id, t.slug, t.name, t.type, t.organization_id AS "organizationId", t.memory_capacity::text AS "memoryCapacity",
		json_build_object('slug', o.slug, 'name', o.name) AS organization,
		ARRAY(SELECT a.organization_id FROM target_accepted_organizations a
			WHERE a.target_id = t.id AND a.organization_id = ${organizationId}::uuid) AS "acceptedOrganizationIds"`,
});

/**
 * `GET /api/targets`: the targets that accept the caller's organization or that the caller
 * administers, by name; the latter with an overview. A fixed number of queries.
 */
export async function listTargets(
	service: Service,
	principal: Principal,
	paging: { limit: number; offset: number },
): Promise<Page<Target>> {
	const page = {
		parts: [{ from: Prisma.sql`targets t`, where: [visibleTargets(principal)], sort: Prisma.sql`t.name` }],
		id: Prisma.sql`t.id`,
		order: "asc" as const,
		...paging,
	};
	const { rows: read, total } = await pageOfRows<ReadTarget>(service.prisma, page, columns(principal));
	const targets = read.map((target) => ({
		...target,
		memoryCapacity: target.memoryCapacity === null ? null : BigInt(target.memoryCapacity),
	}));
	const overviews = await loadOverviews(
		service,
		targets.filter((target) => mayAdministerTarget(principal, target)),
	);
	const rows = targets.map((target) => ({
		...describeTarget(principal, target),
		overview: overviews.get(target.id) ?? null,
	}));
	return { rows, total };
}
