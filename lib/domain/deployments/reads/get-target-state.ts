import type { TargetState } from "@/lib/contract/target";
import type { Principal } from "@/lib/domain/access/principal";
import { loadDeployments } from "@/lib/domain/deployments/load-deployments";
import { findAdministeredTarget } from "@/lib/domain/targets/find-administered-target";
import { listLeftovers } from "@/lib/domain/targets/list-leftovers";
import { listTargetAgents } from "@/lib/domain/targets/list-target-agents";
import { listTargetTags } from "@/lib/domain/targets/list-target-tags";
import { loadOverviews } from "@/lib/domain/targets/load-overviews";
import { deploymentSync } from "@/lib/domain/targets/load-sync";
import type { Service } from "@/lib/platform/service";
import { describeDeployments } from "./describe-deployments";

/** Deployments listed at most; further ones only count. */
const MOST_DEPLOYMENTS = 500;

/**
 * `GET /api/targets/<id>/state`: compares the target's desired state with its agents' reports
 * (docs/contract.md, Deployments).
 * @throws NotFoundError, ForbiddenError
 */
export async function getTargetState(service: Service, principal: Principal, targetId: string): Promise<TargetState> {
	const target = await findAdministeredTarget(service.prisma, principal, targetId);
	const overview = (await loadOverviews(service, [target])).get(targetId);
	if (overview === undefined) throw new Error("the overview of the target must exist");
	const ids = await service.prisma.$queryRaw<{ id: string }[]>`
		SELECT id FROM (${deploymentSync(service, [targetId])}) AS synced
		ORDER BY array_position(ARRAY['failed', 'pending', 'loaded'], sync), activated_at, id LIMIT ${MOST_DEPLOYMENTS}`;
	const records = await loadDeployments(
		service.prisma,
		ids.map(({ id }) => id),
	);
	return {
		desired_revision: target.desired_revision,
		memory_capacity: overview.memory.capacity,
		activated_size: overview.memory.activated,
		memory: overview.memory,
		activated: overview.activated,
		requested: overview.requested,
		tags: await listTargetTags(service, targetId),
		agents: await listTargetAgents(service, targetId),
		deployments: await describeDeployments(service, principal, records),
		leftovers: await listLeftovers(service, targetId),
		summary: overview.sync,
	};
}
