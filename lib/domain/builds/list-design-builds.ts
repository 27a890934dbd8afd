import type { BuildDetail } from "@/lib/contract/build";
import { visibleBuilds } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { findDesignOrThrow } from "@/lib/domain/designs/find-design-or-throw";
import { type Page, pageOfIds } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { describeBuilds } from "./describe-builds";

/**
 * `GET /api/designs/<id>/builds`: builds of every status, newest request first. Callers who see the
 * design through a target only see the builds that are deployed there.
 * @throws NotFoundError when the caller does not see the design
 */
export async function listDesignBuilds(
	service: Service,
	principal: Principal,
	designId: string,
	paging: { limit: number; offset: number },
): Promise<Page<BuildDetail>> {
	await findDesignOrThrow(service.prisma, principal, designId);
	const { ids, total } = await pageOfIds(service.prisma, {
		parts: [
			{
				from: Prisma.sql`builds JOIN designs ON designs.id = builds.design_id`,
				where: [Prisma.sql`builds.design_id = ${designId}::uuid`, visibleBuilds(principal)],
				sort: Prisma.sql`builds.requested_at`,
			},
		],
		id: Prisma.sql`builds.id`,
		order: "desc",
		...paging,
	});
	return { rows: await describeBuilds(service.prisma, principal, ids), total };
}
