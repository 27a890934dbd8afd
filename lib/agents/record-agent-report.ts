import type { AgentPrincipal } from "@/lib/access/principal";
import type { AgentReport } from "@/lib/contract/agent";
import { transact } from "@/lib/db/transact";
import type { Service } from "@/lib/service";

/**
 * `POST /api/agent/report`: what an agent of the target has loaded (design.md section 8). The report replaces the agent's
 * earlier one; deployments that are gone meanwhile or belong to another target are left out.
 */
export async function recordAgentReport(service: Service, caller: AgentPrincipal, report: AgentReport): Promise<void> {
	const now = service.now();
	const facts = {
		version: report.version,
		tags: report.tags,
		memoryUsed: report.memory_used,
		memoryLimit: report.memory_limit,
		lastSeenAt: now,
	};
	const key = { targetId: caller.targetId, instanceId: report.instance_id };
	const reported = report.deployments.map((entry) => entry.deployment_id);
	await transact(service.prisma, async (tx) => {
		const agent = await tx.agent.upsert({
			where: { targetId_instanceId: key },
			create: { ...key, ...facts, firstSeenAt: now },
			update: facts,
			select: { id: true },
		});
		// Locked in one order, so that none of them can be deleted before its state is written.
		const known = await tx.$queryRaw<{ id: string }[]>`
			SELECT id FROM deployments WHERE target_id = ${caller.targetId}::uuid AND id = ANY (${reported}::uuid[])
			ORDER BY id FOR KEY SHARE`;
		const ids = new Set(known.map(({ id }) => id));
		const states = new Map(
			report.deployments
				.filter((entry) => ids.has(entry.deployment_id))
				.map((entry) => [
					entry.deployment_id,
					{
						agentId: agent.id,
						deploymentId: entry.deployment_id,
						state: entry.state,
						digest: entry.digest,
						error: entry.error,
						updatedAt: now,
					},
				]),
		);
		await tx.agentDeployment.deleteMany({ where: { agentId: agent.id } });
		await tx.agentDeployment.createMany({ data: [...states.values()] });
	});
}
