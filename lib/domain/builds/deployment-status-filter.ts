import type { DeploymentStatusFilter } from "@/lib/contract/build";
import { visibleTargets } from "@/lib/domain/access/access";
import type { Ground } from "@/lib/domain/access/grounds";
import type { Principal } from "@/lib/domain/access/principal";
import { anyStatus } from "@/lib/domain/designs/design-list";
import { Prisma } from "@/lib/generated/prisma/client";

/**
 * `deployment_status` of List Builds (docs/contract.md, Deployment status filter), as a condition
 * on a design. Several values: a design stays when at least one of them holds. Only deployments
 * that the caller sees count, also as a replaced or a superseding deployment.
 */
export function deploymentStatusCondition(statuses: readonly DeploymentStatusFilter[], context: Context): Prisma.Sql {
	const plain = PLAIN.filter((status) => statuses.includes(status));
	const conditions = statuses.flatMap((status) => (isPlain(status) ? [] : [CONDITIONS[status](context)]));
	if (plain.length > 0) conditions.push(deployed(context, anyStatus("x", plain)));
	return Prisma.sql`(${Prisma.join(conditions, " OR ")})`;
}

/**
 * The same for counting many designs: the deployments of each ground are read once through its index, and designs are looked up
 * among theirs. Null for statuses that compare a design's deployments with each other.
 */
export function deployedByGrounds(
	statuses: readonly DeploymentStatusFilter[],
	{ targets, design, grounds }: Omit<Context, "seen"> & { readonly grounds: readonly Ground[] },
): Prisma.Sql | null {
	const plain = statuses.filter(isPlain);
	if (plain.length < statuses.length) return null;
	const found = grounds.map(
		({ where }) => Prisma.sql`${design.id} IN (SELECT x.design_id FROM deployments x
			WHERE ${where} AND ${anyStatus("x", plain)} AND ${onTargets(targets)})`,
	);
	return Prisma.sql`(${Prisma.join(found, " OR ")})`;
}

/** The columns of a design in the row that is asked about. */
export interface DesignColumns {
	readonly id: Prisma.Sql;
	readonly type: Prisma.Sql;
	/** When its newest build was completed, seen or not. */
	readonly newestBuildDate: Prisma.Sql;
}

interface Context {
	readonly principal: Principal;
	/** Slugs of targets or of the organizations that own them; absent: every target the caller sees. */
	readonly targets: readonly string[] | undefined;
	readonly design: DesignColumns;
	/** The deployments of a design that the caller sees, for an alias. */
	readonly seen: (alias: "x" | "r") => Prisma.Sql;
}

/**
 * Values that ask for a deployment's own status alone. Several of them are one question, which an index answers for each design; alternatives of
 * questions the database can only answer by reading all deployments for each of them.
 */
const PLAIN = ["activated", "deactivated", "requested"] as const satisfies DeploymentStatusFilter[];
type Plain = (typeof PLAIN)[number];
export const isPlain = (status: DeploymentStatusFilter): status is Plain =>
	(PLAIN as readonly string[]).includes(status);

const CONDITIONS: Record<Exclude<DeploymentStatusFilter, Plain>, (context: Context) => Prisma.Sql> = {
	requested_replacement: (context) =>
		deployed(
			context,
			Prisma.sql`x.status = 'requested' AND EXISTS (SELECT 1 FROM deployments r WHERE r.design_id = x.design_id
				AND r.target_id = x.target_id AND r.status = 'activated' AND r.build_id <> x.build_id AND ${context.seen("r")})`,
		),
	out_of_date: (context) =>
		deployed(
			context,
			// OFFSET and the design's id make an index answer for each design and its few old deployments, where the planner
			// would read all deployments beforehand. On some targets it may begin with the deployments there.
			Prisma.sql`x.build_date < ${context.design.newestBuildDate}
				AND NOT EXISTS (SELECT 1 FROM deployments r WHERE r.design_id = ${context.design.id} AND r.target_id = x.target_id
					AND ${context.seen("r")}
					AND (${precedence("r")}, r.requested_at, r.id) > (${precedence("x")}, x.requested_at, x.id) OFFSET 0)
				${context.targets === undefined ? Prisma.sql`OFFSET 0` : Prisma.empty}`,
		),
	undeployed: (context) => {
		if (context.targets === undefined) return Prisma.sql`NOT ${deployed(context, Prisma.sql`TRUE`)}`;
		// A target that the caller does not see is as unknown as one that does not exist.
		return Prisma.sql`EXISTS (SELECT 1 FROM targets t WHERE ${named(context.targets)} AND ${visibleTargets(context.principal)}
			AND NOT EXISTS (SELECT 1 FROM deployments x WHERE x.design_id = ${context.design.id} AND x.target_id = t.id AND ${context.seen("x")} OFFSET 0))`;
	},
};

/** On each target the current deployment is the activated one, else the newest requested, else the newest deactivated. */
function precedence(alias: "r" | "x"): Prisma.Sql {
	return Prisma.raw(`CASE ${alias}.status WHEN 'activated' THEN 3 WHEN 'requested' THEN 2 ELSE 1 END`);
}

function deployed({ targets, design, seen }: Context, condition: Prisma.Sql): Prisma.Sql {
	return Prisma.sql`EXISTS (SELECT 1 FROM deployments x
		WHERE x.design_id = ${design.id} AND ${seen("x")} AND ${onTargets(targets)} AND ${condition})`;
}

function onTargets(targets: readonly string[] | undefined): Prisma.Sql {
	if (targets === undefined) return Prisma.sql`TRUE`;
	return Prisma.sql`x.target_id = ANY (ARRAY(SELECT t.id FROM targets t WHERE ${named(targets)}))`;
}

function named(targets: readonly string[]): Prisma.Sql {
	return Prisma.sql`(t.slug = ANY (${[...targets]}::text[])
		OR EXISTS (SELECT 1 FROM organizations o WHERE o.id = t.organization_id AND o.slug = ANY (${[...targets]}::text[])))`;
}
