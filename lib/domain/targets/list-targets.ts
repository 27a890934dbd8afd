import type { Target } from "@/lib/contract/target";
import { mayAdministerTarget, visibleTargets } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { type Page, type PageColumns, pageOfRows } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { loadActivationWindows } from "./activation-window";
import { type DescribedTarget, describeTarget } from "./describe-target";
import { loadOverviews } from "./load-overviews";

/** A target as the list reads it, with the amount as text. */
type ReadTarget = Omit<DescribedTarget, "memory_capacity"> & { readonly memory_capacity: string | null };

/** Of the accepted organizations only the caller's. */
const columns = ({ organizationId }: Principal): PageColumns => ({
	from: Prisma.sql`targets JOIN organizations o ON o.id = targets.organization_id`,
	columns: Prisma.sql`targets.id, targets.slug, targets.name, targets.type, targets.organization_id,
		targets.memory_capacity::text AS memory_capacity,
		json_build_object('slug', o.slug, 'name', o.name) AS organization,
		ARRAY(SELECT a.organization_id FROM target_accepted_organizations a
			WHERE a.target_id = targets.id AND a.organization_id = ${organizationId}::uuid) AS "acceptedOrganizationIds"`,
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
		parts: [{ from: Prisma.sql`targets`, where: [visibleTargets(principal)], sort: Prisma.sql`targets.name` }],
		id: Prisma.sql`targets.id`,
		order: "asc" as const,
		...paging,
	};
	const { rows: read, total } = await pageOfRows<ReadTarget>(service.prisma, page, columns(principal));
	const targets = read.map((target) => ({
		...target,
		memory_capacity: target.memory_capacity === null ? null : BigInt(target.memory_capacity),
	}));
	const ids = targets.map(({ id }) => id);
	const [overviews, windows] = await Promise.all([
		loadOverviews(
			service,
			targets.filter((target) => mayAdministerTarget(principal, target)),
		),
		loadActivationWindows(service, service.prisma, ids),
	]);
	const rows = targets.map((target) => ({
		...describeTarget(principal, target, windows.get(target.id) ?? null),
		overview: overviews.get(target.id) ?? null,
	}));
	return { rows, total };
}
