import { mayAdministerTarget, mayCancelDeployment } from "@/lib/access/access";
import type { Principal } from "@/lib/access/principal";
import { AGENT_SILENT_AFTER_MS } from "@/lib/agents/silence";
import type { AgentState, DeploymentDetail } from "@/lib/contract/deployment";
import { allows } from "@/lib/contract/transitions";
import type { Service } from "@/lib/service";
import { type DeploymentRecord, deploymentRow } from "./load-deployments";

/**
 * The product API's rows: every internal status, the words that were said, what activation would replace, and what the
 * target's agents report; three queries whatever their number.
 */
export async function describeDeployments(
	service: Service,
	principal: Principal,
	records: readonly DeploymentRecord[],
): Promise<DeploymentDetail[]> {
	const replaced = await loadReplaced(service, records);
	const agents = await loadAgentStates(service, records);
	return records.map((record) => ({
		...deploymentRow(record),
		status: record.status,
		revision: record.revision,
		message: record.message,
		status_reason: record.statusReason,
		build_reason: record.build.reason,
		requested_at: record.requestedAt.toISOString(),
		requester_org: record.requester.organization.slug,
		requester_org_name: record.requester.organization.name,
		digest: `sha256:${record.build.digest ?? ""}`,
		replaces: allows("activate", record.status)
			? (replaced.get(`${record.designId} ${record.targetId}`) ?? null)
			: null,
		agents: record.status === "activated" ? (agents.get(record.id) ?? []) : [],
		permissions: {
			administer: mayAdministerTarget(principal, record.target),
			cancel: mayCancelDeployment(principal, record),
		},
	}));
}

async function loadReplaced(service: Service, records: readonly DeploymentRecord[]) {
	const open = records.filter((record) => allows("activate", record.status));
	const active = await service.prisma.deployment.findMany({
		where: {
			status: "activated",
			designId: { in: open.map((record) => record.designId) },
			targetId: { in: open.map((record) => record.targetId) },
		},
		select: { id: true, designId: true, targetId: true, buildId: true, buildSize: true, buildDate: true },
	});
	return new Map(
		active.map((row) => [
			`${row.designId} ${row.targetId}`,
			{ id: row.id, build_id: row.buildId, filesize: Number(row.buildSize), build_date: row.buildDate.toISOString() },
		]),
	);
}

/** Every living or lately seen agent of a target answers for each activated deployment; one that has not reported it yet is pending. */
async function loadAgentStates(
	service: Service,
	records: readonly DeploymentRecord[],
): Promise<Map<string, AgentState[]>> {
	const activated = records.filter((record) => record.status === "activated");
	const agents = await service.prisma.agent.findMany({
		where: { targetId: { in: activated.map((record) => record.targetId) } },
		orderBy: [{ firstSeenAt: "asc" }, { id: "asc" }],
		include: { deployments: { where: { deploymentId: { in: activated.map((record) => record.id) } } } },
	});
	const silentBefore = service.now().getTime() - AGENT_SILENT_AFTER_MS;
	return new Map(
		activated.map((record) => {
			const takers = agents.filter(
				(agent) =>
					agent.targetId === record.targetId &&
					(agent.tags.length === 0 || agent.tags.some((tag) => record.tags.includes(tag))),
			);
			const states = takers.map((agent) => {
				const report = agent.deployments.find((entry) => entry.deploymentId === record.id);
				return {
					agent: agent.instanceId,
					state: report?.state ?? ("pending" as const),
					error: report?.error ?? null,
					silent: agent.lastSeenAt.getTime() < silentBefore,
					last_seen_at: agent.lastSeenAt.toISOString(),
				};
			});
			return [record.id, states];
		}),
	);
}
