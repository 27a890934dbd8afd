import type { DeploymentStatusFilter } from "@/lib/contract/build";
import { visibleTargets } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";

/**
 * `deployment_status` of List Builds (specification, Deployment status filter values; design.md section 4, item 8), as a
 * condition on the alias `d`. Several values: a design stays when at least one of them holds. Only deployments that the
 * caller sees count, also as what would be replaced or what supersedes another.
 * @param targets slugs of targets or of the organizations that own them; absent: every target the caller sees
 */
export function deploymentStatusCondition(
	principal: Principal,
	statuses: readonly DeploymentStatusFilter[],
	targets: readonly string[] | undefined,
	sight: DeploymentSight,
): Prisma.Sql {
	const asked = { principal, targets, ...sight };
	const plain = PLAIN.filter((status) => statuses.includes(status));
	const conditions = statuses.flatMap((status) => (isPlain(status) ? [] : [CONDITIONS[status](asked)]));
	if (plain.length > 0) conditions.push(deployed(asked, Prisma.sql`x.status IN (${Prisma.join(plain.map(word))})`));
	return Prisma.sql`(${Prisma.join(conditions, " OR ")})`;
}

/** Where `d` comes from. */
export interface DeploymentSight {
	/** Which deployments of a design the caller sees, for an alias. */
	readonly seen: (alias: "x" | "r") => Prisma.Sql;
	/** When the design's newest build was completed, seen or not. */
	readonly newestBuildDate: Prisma.Sql;
}

interface Asked extends DeploymentSight {
	readonly principal: Principal;
	readonly targets: readonly string[] | undefined;
}

/**
 * Values that ask for a deployment's own status alone. Several of them are one question, which an index answers for each design; alternatives of
 * questions the database can only answer by reading all deployments for each of them.
 */
const PLAIN = ["activated", "deactivated", "requested"] as const satisfies DeploymentStatusFilter[];
type Plain = (typeof PLAIN)[number];
const isPlain = (status: DeploymentStatusFilter): status is Plain => (PLAIN as readonly string[]).includes(status);
const word = (status: Plain) => Prisma.raw(`'${status}'`);

const CONDITIONS: Record<Exclude<DeploymentStatusFilter, Plain>, (asked: Asked) => Prisma.Sql> = {
	requested_replacement: (asked) =>
		deployed(
			asked,
			Prisma.sql`x.status = 'requested' AND EXISTS (SELECT 1 FROM deployments r WHERE r.design_id = x.design_id
				AND r.target_id = x.target_id AND r.status = 'activated' AND r.build_id <> x.build_id AND ${asked.seen("r")})`,
		),
	out_of_date: (asked) =>
		deployed(
			asked,
			// OFFSET, and the id of `d`: asked of each design, and of the few of its deployments that are old, by an index, and not
			// of all deployments beforehand. On some targets the database may begin with what is there.
			Prisma.sql`x.build_date < ${asked.newestBuildDate}
				AND NOT EXISTS (SELECT 1 FROM deployments r WHERE r.design_id = d.id AND r.target_id = x.target_id
					AND ${asked.seen("r")}
					AND (${precedence("r")}, r.requested_at, r.id) > (${precedence("x")}, x.requested_at, x.id) OFFSET 0)
				${asked.targets === undefined ? Prisma.sql`OFFSET 0` : Prisma.empty}`,
		),
	undeployed: (asked) => {
		if (asked.targets === undefined) return Prisma.sql`NOT ${deployed(asked, Prisma.sql`TRUE`)}`;
		// A target that the caller does not see is as unknown as one that does not exist.
		return Prisma.sql`EXISTS (SELECT 1 FROM targets t WHERE ${named(asked.targets)} AND ${visibleTargets(asked.principal)}
			AND NOT EXISTS (SELECT 1 FROM deployments x WHERE x.design_id = d.id AND x.target_id = t.id AND ${asked.seen("x")} OFFSET 0))`;
	},
};

/** On each target the current deployment is the activated one, else the newest requested, else the newest deactivated. */
function precedence(alias: "r" | "x"): Prisma.Sql {
	return Prisma.raw(`CASE ${alias}.status WHEN 'activated' THEN 3 WHEN 'requested' THEN 2 ELSE 1 END`);
}

function deployed({ targets, seen }: Asked, condition: Prisma.Sql): Prisma.Sql {
	const onTarget =
		targets === undefined
			? Prisma.sql`TRUE`
			: Prisma.sql`x.target_id = ANY (ARRAY(SELECT t.id FROM targets t WHERE ${named(targets)}))`;
	return Prisma.sql`EXISTS (SELECT 1 FROM deployments x
		WHERE x.design_id = d.id AND ${seen("x")} AND ${onTarget} AND ${condition})`;
}

function named(targets: readonly string[]): Prisma.Sql {
	return Prisma.sql`(t.slug = ANY (${[...targets]}::text[])
		OR EXISTS (SELECT 1 FROM organizations o WHERE o.id = t.organization_id AND o.slug = ANY (${[...targets]}::text[])))`;
}
