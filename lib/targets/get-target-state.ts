import type { Principal } from "@/lib/access/principal";
import { AGENT_SILENT_AFTER_MS } from "@/lib/agents/silence";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { TargetState } from "@/lib/contract/target";
import { describeDeployments } from "@/lib/deployments/describe-deployments";
import { deploymentInclude } from "@/lib/deployments/load-deployments";
import type { Service } from "@/lib/service";
import { findAdministeredTarget } from "./find-target";

/**
 * `GET /api/targets/<id>/state`: what its agents should have loaded against what they say they have (design.md section 7).
 * @throws NotFoundError, ForbiddenError
 */
export async function getTargetState(service: Service, principal: Principal, targetId: string): Promise<TargetState> {
	const target = await findAdministeredTarget(service.prisma, principal, targetId);
	const records = await service.prisma.deployment.findMany({
		where: { targetId, status: "activated" },
		orderBy: [{ activatedAt: "asc" }, { id: "asc" }],
		include: deploymentInclude,
	});
	const deployments = await describeDeployments(service, principal, records);
	const agents = await service.prisma.agent.findMany({
		where: { targetId },
		orderBy: [{ firstSeenAt: "asc" }, { id: "asc" }],
		include: {
			deployments: {
				where: { deployment: { status: { not: "activated" } } },
				include: { deployment: { select: { design: { select: { name: true } } } } },
				orderBy: { deploymentId: "asc" },
			},
		},
	});
	const silentBefore = service.now().getTime() - AGENT_SILENT_AFTER_MS;
	const facts = agents.map((agent) => ({
		...agent,
		silent: agent.lastSeenAt.getTime() < silentBefore,
		last_seen_at: agent.lastSeenAt.toISOString(),
	}));
	return {
		desired_revision: target.desiredRevision,
		memory_capacity: target.memoryCapacity === null ? null : Number(target.memoryCapacity),
		activated_size: records.reduce((sum, record) => sum + Number(record.buildSize), 0),
		agents: facts.map((agent) => ({
			instance_id: agent.instanceId,
			version: agent.version,
			tags: agent.tags,
			memory_used: Number(agent.memoryUsed),
			memory_limit: agent.memoryLimit === null ? null : Number(agent.memoryLimit),
			silent: agent.silent,
			first_seen_at: agent.firstSeenAt.toISOString(),
			last_seen_at: agent.last_seen_at,
		})),
		deployments,
		leftovers: facts.flatMap((agent) =>
			agent.deployments.map((report) => ({
				deployment_id: report.deploymentId,
				design_name: report.deployment.design.name,
				agent: agent.instanceId,
				state: report.state,
				error: report.error,
				silent: agent.silent,
				last_seen_at: agent.last_seen_at,
			})),
		),
		summary: summarise(deployments),
	};
}

/** An agent that is silent says nothing about what is loaded now. */
function summarise(deployments: readonly DeploymentDetail[]): TargetState["summary"] {
	const summary = { loaded: 0, pending: 0, failed: 0 };
	for (const { agents } of deployments) {
		const living = agents.filter(({ silent }) => !silent);
		if (living.some(({ state }) => state === "failed" || state === "refused")) summary.failed += 1;
		else if (living.length > 0 && living.every(({ state }) => state === "loaded")) summary.loaded += 1;
		else summary.pending += 1;
	}
	return summary;
}
