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
	if (plain.length > 0) conditions.push(deployed(context, anyStatus("deployments", plain)));
	return Prisma.sql`(${Prisma.join(conditions, " OR ")})`;
}

/**
 * The condition for counting many designs: an index reads the deployments of each ground once, and
 * designs are looked up among these. Null for statuses that compare deployments of a design with
 * one another.
 */
export function deployedByGrounds(
	statuses: readonly DeploymentStatusFilter[],
	{ targets, design, grounds }: Omit<Context, "visible"> & { readonly grounds: readonly Ground[] },
): Prisma.Sql | null {
	const plain = statuses.filter(isPlain);
	if (plain.length < statuses.length) return null;
	const found = grounds.map(
		({ where }) => Prisma.sql`${design.id} IN (SELECT deployments.design_id FROM deployments
			WHERE ${where} AND ${anyStatus("deployments", plain)} AND ${onTargets(targets)})`,
	);
	return Prisma.sql`(${Prisma.join(found, " OR ")})`;
}

/** Columns of the design in the current row. */
export interface DesignColumns {
	readonly id: Prisma.Sql;
	readonly type: Prisma.Sql;
	/** When its newest build was completed. */
	readonly newestBuildDate: Prisma.Sql;
}

interface Context {
	readonly principal: Principal;
	/**
	 * Slugs of targets or of the organizations that own them; absent: every target the caller sees.
	 */
	readonly targets: readonly string[] | undefined;
	readonly design: DesignColumns;
	/** The condition for deployments of the design that the caller sees. */
	readonly visible: (alias: "deployments" | "others") => Prisma.Sql;
}

/**
 * Statuses that depend on a single deployment. An index checks several of them at once; as
 * alternatives each would read all deployments.
 */
const PLAIN = ["activated", "deactivated", "requested"] as const satisfies DeploymentStatusFilter[];
type Plain = (typeof PLAIN)[number];
export const isPlain = (status: DeploymentStatusFilter): status is Plain =>
	(PLAIN as readonly string[]).includes(status);

const CONDITIONS: Record<Exclude<DeploymentStatusFilter, Plain>, (context: Context) => Prisma.Sql> = {
	requested_replacement: (context) =>
		deployed(
			context,
			Prisma.sql`deployments.status = 'requested' AND EXISTS (SELECT 1 FROM deployments others WHERE others.design_id = deployments.design_id
				AND others.target_id = deployments.target_id AND others.status = 'activated' AND others.build_id <> deployments.build_id AND ${context.visible("others")})`,
		),
	out_of_date: (context) =>
		deployed(
			context,
			// OFFSET and the design's id make the planner use an index for each design, instead of
			// reading all deployments first. With targets it may start from their deployments.
			Prisma.sql`deployments.build_date < ${context.design.newestBuildDate}
				AND NOT EXISTS (SELECT 1 FROM deployments others WHERE others.design_id = ${context.design.id} AND others.target_id = deployments.target_id
					AND ${context.visible("others")}
					AND (${precedence("others")}, others.requested_at, others.id) > (${precedence("deployments")}, deployments.requested_at, deployments.id) OFFSET 0)
				${context.targets === undefined ? Prisma.sql`OFFSET 0` : Prisma.empty}`,
		),
	undeployed: (context) => {
		if (context.targets === undefined) return Prisma.sql`NOT ${deployed(context, Prisma.sql`TRUE`)}`;
		const slugs = Prisma.sql`ANY (${[...context.targets]}::text[])`;
		// An invisible target counts as unknown, and so does an organization without a visible one.
		const visible = visibleTargets(context.principal);
		const none = (there: Prisma.Sql) => Prisma.sql`NOT EXISTS (SELECT 1 FROM deployments
			WHERE deployments.design_id = ${context.design.id} AND ${there} AND ${context.visible("deployments")} OFFSET 0)`;
		return Prisma.sql`(EXISTS (SELECT 1 FROM targets WHERE targets.slug = ${slugs} AND ${visible}
				AND ${none(Prisma.sql`deployments.target_id = targets.id`)})
			OR EXISTS (SELECT 1 FROM organizations o WHERE o.slug = ${slugs}
				AND EXISTS (SELECT 1 FROM targets WHERE targets.organization_id = o.id AND ${visible})
				AND ${none(Prisma.sql`deployments.target_org_id = o.id`)}))`;
	},
};

/**
 * The current deployment of a target is the activated one, else the newest requested, else the
 * newest deactivated.
 */
function precedence(alias: "others" | "deployments"): Prisma.Sql {
	return Prisma.raw(`CASE ${alias}.status WHEN 'activated' THEN 3 WHEN 'requested' THEN 2 ELSE 1 END`);
}

function deployed({ targets, design, visible }: Context, condition: Prisma.Sql): Prisma.Sql {
	return Prisma.sql`EXISTS (SELECT 1 FROM deployments
		WHERE deployments.design_id = ${design.id} AND ${visible("deployments")} AND ${onTargets(targets)} AND ${condition})`;
}

function onTargets(targets: readonly string[] | undefined): Prisma.Sql {
	if (targets === undefined) return Prisma.sql`TRUE`;
	return Prisma.sql`deployments.target_id = ANY (ARRAY(SELECT targets.id FROM targets WHERE ${named(targets)}))`;
}

function named(targets: readonly string[]): Prisma.Sql {
	return Prisma.sql`(targets.slug = ANY (${[...targets]}::text[])
		OR EXISTS (SELECT 1 FROM organizations o WHERE o.id = targets.organization_id AND o.slug = ANY (${[...targets]}::text[])))`;
}
