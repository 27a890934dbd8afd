import type { DeploymentChecklist } from "@/lib/contract/checklist";
import { actorWords, isAutomatic } from "@/lib/contract/sentences/actor-words";
import { mayAdministerTarget } from "@/lib/domain/access/access";
import { loadPeople } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import { findDeploymentOrThrow } from "@/lib/domain/deployments/find-deployment-or-throw";
import type { DeploymentRecord } from "@/lib/domain/deployments/load-deployments";
import { loadAgentStates } from "@/lib/domain/targets/agent-states";
import { silentBefore } from "@/lib/domain/targets/silence";
import type { Service } from "@/lib/platform/service";
import { checklistOf, type LastDecision } from "./checklist";
import { loadSchedules } from "./load-schedules";

/**
 * `GET /api/deployments/<id>/checklist`: explains why a deployment is live on its target or is not
 * (docs/contract.md, Deployments).
 * @throws NotFoundError when the caller does not see the deployment
 */
export async function getChecklist(
	service: Service,
	principal: Principal,
	deploymentId: string,
): Promise<DeploymentChecklist> {
	const record = await findDeploymentOrThrow(service.prisma, principal, deploymentId);
	const [decision, schedules, people, agents, reports] = await Promise.all([
		findLastDecision(service, record),
		loadSchedules(service, [record]),
		loadPeople(service.prisma, [record.requester_id, record.build.requested_by_id]),
		service.prisma.agent.findMany({
			where: { target_id: record.target_id },
			orderBy: [{ first_seen_at: "asc" }, { id: "asc" }],
			select: { instance_id: true, tags: true, last_seen_at: true },
		}),
		loadAgentStates(service, [record]),
	]);
	const silence = silentBefore(service);
	return checklistOf({
		record,
		decision,
		schedule: schedules.get(record.id) ?? null,
		people,
		targetAgents: agents.map(({ instance_id: instanceId, tags, last_seen_at: lastSeenAt }) => ({
			instanceId,
			tags,
			silent: lastSeenAt < silence,
		})),
		administers: mayAdministerTarget(principal, record.target),
		reports: reports.get(record.id) ?? [],
	});
}

/** Reads from the audit log the transition that brought the deployment into its status. */
async function findLastDecision(service: Service, { id, status }: DeploymentRecord): Promise<LastDecision | null> {
	if (status === "requested") return null;
	const event = await service.prisma.auditEvent.findFirst({
		where: { object_type: "deployment", object_id: id, status_after: status, NOT: { status_before: status } },
		orderBy: { id: "desc" },
		select: { at: true, actor_id: true, actor_label: true, credential: true, detail: true },
	});
	if (event === null) return null;
	const { at, actor_id: actorId, actor_label: actor, credential, detail } = event;
	const person = (await loadPeople(service.prisma, [actorId])).get(actorId ?? "") ?? null;
	// The label of a rule's act names the rule as well.
	const who =
		credential === "rule"
			? { by: actorWords({ actor, actor_person: person, credential }), person: null }
			: { by: isAutomatic({ actor, credential }) ? null : actor, person };
	return { at, ...who, replaced: typeof detail === "object" && detail !== null && "replaced_by" in detail };
}
