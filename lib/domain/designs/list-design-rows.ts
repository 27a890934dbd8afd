import type { DesignRow, ListDesignRows } from "@/lib/contract/design-list";
import { designVisibility, visibleDeployments } from "@/lib/domain/access/access";
import { loadPeople } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import { type Page, type PageColumns, pageOfRows } from "@/lib/domain/lists/page";
import { loadAgentStates, summarizeAgents } from "@/lib/domain/targets/agent-states";
import { Prisma } from "@/lib/generated/prisma/client";
import { timeOfJson } from "@/lib/platform/db/time-of-json";
import type { Service } from "@/lib/platform/service";
import { designList } from "./design-list";
import { designPermissionsOf } from "./design-permissions-of";
import { frozenBy } from "./frozen";
import { loadDesignData } from "./load-design-data";
import { attributesOfRead, designColumns, designRow, type ReadDesign } from "./load-design-rows";

/** A design with what `detail=true` adds; the amount is text. */
interface ReadDetail extends ReadDesign {
	readonly revision: number;
	readonly status_reason: string | null;
	readonly visibility_tags: string[];
	readonly last_build_date: Date | null;
	readonly last_build_size: string | null;
}

/**
 * List Designs with `detail=true`: visible designs with active targets, newest build, number of
 * collaborators and permissions. The number of queries does not depend on the page's size.
 */
export async function listDesignRows(
	service: Service,
	principal: Principal,
	filter: ListDesignRows,
): Promise<Page<DesignRow>> {
	const page = designList.page(service, principal, filter);
	const { rows, total } = await pageOfRows<ReadDetail>(service.prisma, page, detailColumns(principal));
	return { rows: await detailRows(service, principal, rows), total };
}

function detailColumns(principal: Principal): PageColumns {
	const { columns, from } = designColumns(principal);
	return {
		from,
		columns: Prisma.sql`${columns}, designs.revision, designs.status_reason, designs.visibility_tags,
			designs.last_build_date, designs.last_build_size::text AS last_build_size`,
	};
}

async function detailRows(
	service: Service,
	principal: Principal,
	designs: readonly ReadDetail[],
): Promise<DesignRow[]> {
	if (designs.length === 0) return [];
	const db = service.prisma;
	const frozen = await frozenBy(db, designs);
	const ids = designs.map(({ id }) => id);
	const deployments = await deploymentsOf(service, principal, ids);
	const data = await loadDesignData(db, designs);
	const people = await loadPeople(
		db,
		designs.map(({ owner_id: ownerId }) => ownerId),
	);
	return designs.map((design) => {
		const attributes = attributesOfRead(design);
		const direct = designVisibility(principal, attributes) === "direct";
		const own = deployments.get(design.id) ?? [];
		const reason = frozen.get(design.id);
		const { most_recent_build_id: mostRecentBuildId, collaborators } = design;
		return {
			...designRow(principal, design),
			revision: design.revision,
			status_reason: direct ? design.status_reason : null,
			owner_person: people.get(design.owner_id) ?? null,
			visibility: direct ? design.visibility_tags : [],
			frozen: reason === undefined ? null : { ...reason, build_id: direct ? reason.build_id : null },
			last_build: direct ? newestBuild(design) : newestOnTarget(design),
			live: own
				.filter(({ status }) => status === "activated")
				.map((deployment) => ({
					deployment_id: deployment.id,
					build_id: deployment.build_id,
					target_id: deployment.target_id,
					target: deployment.target,
					out_of_date: mostRecentBuildId !== null && deployment.build_id !== mostRecentBuildId,
					...deployment.agents,
					matches_today: deployment.matches_today,
				})),
			requested_deployments: own.filter(({ status, planned }) => status === "requested" && !planned).length,
			scheduled_deployments: own.filter(({ status, planned }) => status === "requested" && planned).length,
			shared_with: {
				people: direct ? (collaborators ?? []).filter(({ type }) => type === "user").length : 0,
				organizations: direct ? (collaborators ?? []).filter(({ type }) => type === "org").length : 0,
			},
			data: direct ? (data.get(design.id) ?? null) : null,
			permissions: designPermissionsOf(principal, attributes),
		};
	});
}

function newestBuild({
	most_recent_build_id: id,
	last_build_date: lastBuildDate,
	last_build_size: lastBuildSize,
}: ReadDetail): DesignRow["last_build"] {
	return id && lastBuildDate ? { id, date: lastBuildDate.toISOString(), size: Number(lastBuildSize ?? 0) } : null;
}

function newestOnTarget({ onTarget }: ReadDetail): DesignRow["last_build"] {
	if (onTarget === null) return null;
	const [id, , , date, size] = onTarget;
	return { id, date: timeOfJson(date), size };
}

interface CurrentDeployment {
	readonly id: string;
	readonly design_id: string;
	readonly build_id: string;
	readonly target_id: string;
	readonly target: string;
	readonly status: "activated" | "requested";
	readonly tags: string[];
	/** Whether its activation is scheduled. */
	readonly planned: boolean;
	readonly matches_today: number | null;
}
type WithAgents = CurrentDeployment & { readonly agents: ReturnType<typeof summarizeAgents> };

/**
 * Visible activated and requested deployments, by design and in the order of the targets' names.
 */
async function deploymentsOf(
	service: Service,
	principal: Principal,
	ids: readonly string[],
): Promise<Map<string, WithAgents[]>> {
	const today = service.now().toISOString().slice(0, 10);
	const found = await service.prisma.$queryRaw<CurrentDeployment[]>(Prisma.sql`
		SELECT deployments.id, deployments.design_id, deployments.build_id, deployments.target_id, targets.name AS target,
			deployments.status::text AS status, deployments.tags, coalesce(
				(SELECT m.matches::float8 FROM match_days m WHERE m.deployment_id = deployments.id AND m.day = ${today}::date),
				(SELECT 0 FROM match_counting c WHERE c.target_id = deployments.target_id)) AS matches_today, EXISTS (SELECT FROM deployment_schedules s
				WHERE s.deployment_id = deployments.id AND s.action = 'activate' AND s.ran_at IS NULL) AS planned
		FROM deployments JOIN targets ON targets.id = deployments.target_id
		WHERE deployments.design_id = ANY (${[...ids]}::uuid[]) AND deployments.status IN ('activated', 'requested') AND ${visibleDeployments(principal)}
		ORDER BY targets.name, deployments.id`);
	const states = await loadAgentStates(
		service,
		found.filter(({ status }) => status === "activated"),
	);
	const byDesign = new Map<string, WithAgents[]>();
	for (const current of found) {
		const deployment = { ...current, agents: summarizeAgents(current.status, states.get(current.id) ?? []) };
		const own = byDesign.get(deployment.design_id);
		if (own === undefined) byDesign.set(deployment.design_id, [deployment]);
		else own.push(deployment);
	}
	return byDesign;
}
