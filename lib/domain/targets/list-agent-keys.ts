import type { AgentKey } from "@/lib/contract/target";
import type { Principal } from "@/lib/domain/access/principal";
import { type Page, pageOf } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { describeAgentKeys } from "./describe-agent-keys";
import { findAdministeredTarget } from "./find-administered-target";

/**
 * `GET /api/targets/<id>/agent-keys`: agent keys without their values, newest first, with revoked
 * ones.
 * @throws NotFoundError, ForbiddenError
 */
export async function listAgentKeys(
	service: Service,
	principal: Principal,
	targetId: string,
	paging: { readonly limit: number; readonly offset: number },
): Promise<Page<AgentKey>> {
	await findAdministeredTarget(service.prisma, principal, targetId);
	const list = {
		...{ from: Prisma.sql`agent_keys k`, where: [Prisma.sql`k.target_id = ${targetId}::uuid`] },
		...{ sort: Prisma.sql`k.created_at`, id: Prisma.sql`k.id`, order: "desc" as const, ...paging },
	};
	const { rows, total } = await pageOf(service.prisma, list, (ids) =>
		service.prisma.agentKey.findMany({ where: { id: { in: [...ids] } } }),
	);
	return { rows: await describeAgentKeys(service.prisma, rows), total };
}
