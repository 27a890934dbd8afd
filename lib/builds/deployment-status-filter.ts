import { visibleDeployments, visibleTargets } from "@/lib/access/access";
import type { Principal } from "@/lib/access/principal";
import type { DeploymentStatusFilter } from "@/lib/contract/build";
import { Prisma } from "@/lib/generated/prisma/client";

/**
 * `deployment_status` of List Builds (specification, Deployment status filter values; design.md section 4, item 8), as a
 * condition on the alias `d`. Several values: a design stays when at least one of them holds. Only deployments that the
 * caller sees count, also as what would be replaced or what supersedes another.
 * @param targets slugs of targets or of the organisations that own them; absent: every target the caller sees
 */
export function deploymentStatusCondition(
	principal: Principal,
	statuses: readonly DeploymentStatusFilter[],
	targets: readonly string[] | undefined,
): Prisma.Sql {
	const conditions = statuses.map((status) => CONDITIONS[status](principal, targets));
	return Prisma.sql`(${Prisma.join(conditions, " OR ")})`;
}

type Condition = (principal: Principal, targets: readonly string[] | undefined) => Prisma.Sql;

const CONDITIONS: Record<DeploymentStatusFilter, Condition> = {
	activated: (principal, targets) => deployed(principal, targets, Prisma.sql`x.status = 'activated'`),
	deactivated: (principal, targets) => deployed(principal, targets, Prisma.sql`x.status = 'deactivated'`),
	requested: (principal, targets) => deployed(principal, targets, Prisma.sql`x.status = 'requested'`),
	requested_replacement: (principal, targets) =>
		deployed(
			principal,
			targets,
			Prisma.sql`x.status = 'requested' AND EXISTS (SELECT 1 FROM deployments r WHERE r.design_id = x.design_id
				AND r.target_id = x.target_id AND r.status = 'activated' AND r.build_id <> x.build_id
				AND ${visibleDeployments(principal, "r")})`,
		),
	out_of_date: (principal, targets) =>
		deployed(
			principal,
			targets,
			Prisma.sql`x.build_date < (SELECT m.completed_at FROM builds m WHERE m.id = d.most_recent_build_id)
				AND NOT EXISTS (SELECT 1 FROM deployments r WHERE r.design_id = x.design_id AND r.target_id = x.target_id
					AND ${visibleDeployments(principal, "r")}
					AND (${precedence("r")}, r.requested_at, r.id) > (${precedence("x")}, x.requested_at, x.id))`,
		),
	undeployed: (principal, targets) => {
		if (targets === undefined) return Prisma.sql`NOT ${deployed(principal, undefined, Prisma.sql`TRUE`)}`;
		// A target that the caller does not see is as unknown as one that does not exist.
		return Prisma.sql`EXISTS (SELECT 1 FROM targets t WHERE ${named(targets)} AND ${visibleTargets(principal)}
			AND NOT EXISTS (SELECT 1 FROM deployments x WHERE x.design_id = d.id AND x.target_id = t.id
				AND ${visibleDeployments(principal)}))`;
	},
};

/** On each target the current deployment is the activated one, else the newest requested, else the newest deactivated. */
function precedence(alias: "r" | "x"): Prisma.Sql {
	return Prisma.raw(`CASE ${alias}.status WHEN 'activated' THEN 3 WHEN 'requested' THEN 2 ELSE 1 END`);
}

function deployed(principal: Principal, targets: readonly string[] | undefined, condition: Prisma.Sql): Prisma.Sql {
	return Prisma.sql`EXISTS (SELECT 1 FROM deployments x JOIN targets t ON t.id = x.target_id
		WHERE x.design_id = d.id AND ${visibleDeployments(principal)}
		AND ${targets === undefined ? Prisma.sql`TRUE` : named(targets)} AND ${condition})`;
}

function named(targets: readonly string[]): Prisma.Sql {
	return Prisma.sql`(t.slug = ANY (${[...targets]}::text[])
		OR EXISTS (SELECT 1 FROM organizations o WHERE o.id = t.organization_id AND o.slug = ANY (${[...targets]}::text[])))`;
}
