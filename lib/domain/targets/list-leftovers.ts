import type { TargetState } from "@/lib/contract/target";
import type { Service } from "@/lib/platform/service";
import { silentBefore } from "./silence";

/** Bounds the response; these are enough to find the files. */
const MOST_LEFTOVERS = 500;

/** Deployments that agents still report although they are no longer activated. */
export async function listLeftovers(service: Service, targetId: string): Promise<TargetState["leftovers"]> {
	const reports = await service.prisma.agentDeployment.findMany({
		where: { agent: { target_id: targetId }, deployment: { status: { not: "activated" } } },
		include: {
			agent: { select: { instance_id: true, last_seen_at: true } },
			deployment: { select: { design: { select: { name: true } } } },
		},
		orderBy: [{ agent: { first_seen_at: "asc" } }, { agent_id: "asc" }, { deployment_id: "asc" }],
		take: MOST_LEFTOVERS,
	});
	const silent = silentBefore(service);
	return reports.map((report) => ({
		deployment_id: report.deployment_id,
		design_name: report.deployment.design.name,
		agent: report.agent.instance_id,
		state: report.state,
		error: report.error,
		silent: report.agent.last_seen_at < silent,
		last_seen_at: report.agent.last_seen_at.toISOString(),
	}));
}
