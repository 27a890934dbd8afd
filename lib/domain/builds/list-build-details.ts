import type { BuildListDetail, BuildListRow, ListBuilds } from "@/lib/contract/build";
import { mayRequestDeployment } from "@/lib/domain/access/access";
import { loadPeople } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import type { Page } from "@/lib/domain/lists/page";
import { loadAgentStates, summarizeAgents } from "@/lib/domain/targets/agent-states";
import type { Service } from "@/lib/platform/service";
import { listBuilds } from "./list-builds";

/**
 * List Builds with `detail=true`: the contract's rows with the caller's permissions, and the states
 * of activated deployments on their agents.
 */
export async function listBuildDetails(
	service: Service,
	principal: Principal,
	filter: ListBuilds,
): Promise<Page<BuildListDetail>> {
	const { rows, total } = await listBuilds(service, principal, filter);
	const designs = await service.prisma.design.findMany({
		where: { id: { in: rows.map(({ id }) => id) } },
		select: { id: true, owner_id: true, owner_org_id: true, collaborators: true },
	});
	const byId = new Map(designs.map((design) => [design.id, design]));
	const [people, agents, planned] = await Promise.all([
		loadPeople(
			service.prisma,
			designs.map(({ owner_id: ownerId }) => ownerId),
		),
		statesOfActivated(service, rows),
		plannedActivations(service, rows),
	]);
	return {
		total,
		rows: rows.map((row) => {
			const design = byId.get(row.id);
			return {
				...row,
				owner_person: people.get(design?.owner_id ?? "") ?? null,
				deployments: row.deployments.map((deployment) => ({
					...deployment,
					...summarizeAgents(deployment.status, agents.get(deployment.id) ?? []),
					schedule: planned.get(deployment.id) ?? null,
				})),
				permissions: {
					request_deployment:
						design !== undefined && mayRequestDeployment(principal, { ...design, targetOrganizationIds: [] }),
				},
			};
		}),
	};
}

async function statesOfActivated(service: Service, rows: readonly BuildListRow[]) {
	const activated = rows.flatMap((row) => row.deployments.filter(({ status }) => status === "activated"));
	if (activated.length === 0) return new Map<string, never>();
	const deployments = await service.prisma.deployment.findMany({
		where: { id: { in: activated.map(({ id }) => id) }, status: "activated" },
		select: { id: true, status: true, target_id: true, tags: true },
	});
	return loadAgentStates(service, deployments);
}

async function plannedActivations({ prisma }: Service, rows: readonly BuildListRow[]) {
	const ids = rows.flatMap(({ deployments }) => deployments.map(({ id }) => id));
	const schedules = await prisma.deploymentSchedule.findMany({
		where: { deployment_id: { in: ids }, action: "activate", ran_at: null },
		select: { deployment_id: true, at: true },
	});
	return new Map(schedules.map(({ deployment_id, at }) => [deployment_id, { activate_at: at.toISOString() }]));
}
