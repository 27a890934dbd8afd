import type { TargetState } from "@/lib/contract/target";
import type { Service } from "@/lib/platform/service";
import { silentBefore } from "./silence";

/** Bounds the response; these are enough to find the files. */
const MOST_LEFTOVERS = 500;

/** Deployments that agents still report although they are no longer activated. */
export async function listLeftovers(service: Service, targetId: string): Promise<TargetState["leftovers"]> {
	const reports = await service.prisma.agentDeployment.findMany({
		where: { agent: { targetId }, deployment: { status: { not: "activated" } } },
		include: {
			agent: { select: { instanceId: true, lastSeenAt: true } },
			deployment: { select: { design: { select: { name: true } } } },
		},
		orderBy: [{ agent: { firstSeenAt: "asc" } }, { agentId: "asc" }, { deploymentId: "asc" }],
		take: MOST_LEFTOVERS,
	});
	const silent = silentBefore(service);
	return reports.map((report) => ({
		deployment_id: report.deploymentId,
		design_name: report.deployment.design.name,
		agent: report.agent.instanceId,
		state: report.state,
		error: report.error,
		silent: report.agent.lastSeenAt < silent,
		last_seen_at: report.agent.lastSeenAt.toISOString(),
	}));
}
