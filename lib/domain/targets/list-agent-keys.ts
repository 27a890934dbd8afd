import type { AgentKey } from "@/lib/contract/target";
import type { Principal } from "@/lib/domain/access/principal";
import type { Page } from "@/lib/domain/lists/page";
import type { Service } from "@/lib/platform/service";
import { describeAgentKeys } from "./describe-agent-keys";
import { findAdministeredTarget } from "./find-target";

/**
 * `GET /api/targets/<id>/agent-keys`: agent keys without their values, newest first, with revoked
 * ones.
 * @throws NotFoundError, ForbiddenError
 */
export async function listAgentKeys(
	service: Service,
	principal: Principal,
	targetId: string,
	{ limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Page<AgentKey>> {
	await findAdministeredTarget(service.prisma, principal, targetId);
	const records =
		limit === 0
			? []
			: await service.prisma.agentKey.findMany({
					where: { targetId },
					orderBy: [{ createdAt: "desc" }, { id: "asc" }],
					take: limit,
					skip: offset,
				});
	const total = await service.prisma.agentKey.count({ where: { targetId } });
	return { rows: await describeAgentKeys(service.prisma, records), total };
}
