import type { AcceptingTarget } from "@/lib/contract/target";
import { acceptingTargets } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { type Page, pageOfRows } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";

/**
 * `GET /targeting/targets` (docs/contract.md, Deployment targets): the targets that accept requests
 * from the caller's organization, by name. One statement.
 */
export async function listAcceptingTargets(
	service: Service,
	principal: Principal,
	paging: { limit: number; offset: number },
): Promise<Page<AcceptingTarget>> {
	const page = {
		parts: [{ from: Prisma.sql`targets`, where: [acceptingTargets(principal)], sort: Prisma.sql`targets.name` }],
		id: Prisma.sql`targets.id`,
		order: "asc" as const,
		...paging,
	};
	const { rows, total } = await pageOfRows<AcceptingTarget>(service.prisma, page, {
		from: Prisma.sql`targets JOIN organizations o ON o.id = targets.organization_id`,
		columns: Prisma.sql`targets.id, targets.name, targets.slug, targets.type, o.slug AS owner`,
	});
	return { rows: rows.map(({ id, name, slug, type, owner }) => ({ id, name, slug, type, owner })), total };
}
