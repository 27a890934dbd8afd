import type { Principal } from "@/lib/access/principal";
import type { TargetState } from "@/lib/contract/target";
import { describeDeployments } from "@/lib/deployments/describe-deployments";
import { loadDeployments } from "@/lib/deployments/load-deployments";
import type { Service } from "@/lib/service";
import { findAdministeredTarget } from "./find-target";
import { listLeftovers } from "./list-leftovers";
import { listTargetAgents } from "./list-target-agents";
import { listTargetTags } from "./list-target-tags";
import { loadOverviews } from "./load-overviews";
import { deploymentSync } from "./load-sync";

/** More than this are counted, and found in `GET /api/deployments`. */
const MOST_DEPLOYMENTS = 500;

/**
 * `GET /api/targets/<id>/state`: what its agents should have loaded against what they say they have (design.md section 7).
 * @throws NotFoundError, ForbiddenError
 */
export async function getTargetState(service: Service, principal: Principal, targetId: string): Promise<TargetState> {
	const target = await findAdministeredTarget(service.prisma, principal, targetId);
	const overview = (await loadOverviews(service, [target])).get(targetId);
	if (overview === undefined) throw new Error("Every target that was asked for has an overview.");
	const ids = await service.prisma.$queryRaw<{ id: string }[]>`
		SELECT id FROM (${deploymentSync(service, [targetId])}) AS synced
		ORDER BY array_position(ARRAY['failed', 'pending', 'loaded'], sync), activated_at, id LIMIT ${MOST_DEPLOYMENTS}`;
	const records = await loadDeployments(
		service.prisma,
		ids.map(({ id }) => id),
	);
	return {
		desired_revision: target.desiredRevision,
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
