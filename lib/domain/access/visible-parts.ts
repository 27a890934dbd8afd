import { Prisma } from "@/lib/generated/prisma/client";
import { anyDesignSharedFromElsewhere, anySharedDesign, listedDeployments, visibleWithDeployment } from "./access";
import type { Principal } from "./principal";

/**
 * The filters of designs, deployments and audit events once more, each cut into conditions that no row fulfils two of. One
 * condition with OR keeps the database from using the index that has a caller's rows in the order of the list; of disjoint parts each has its own, a page is
 * merged from their first rows, and a total is their sum. The property tests of the lists hold them against the predicates.
 */

export interface VisiblePart {
	readonly condition: Prisma.Sql;
	/** Whether it is a few rows only, among many of others that a list of everything would begin with. */
	readonly few: boolean;
	/** The same of what lib/domain/lists/tallies.ts sums up (alias `n`), where that knows enough. */
	readonly tallied: Prisma.Sql | null;
}

const part = (condition: Prisma.Sql, tallied: Prisma.Sql | null = null): VisiblePart => ({
	condition,
	few: false,
	tallied,
});
const few = (condition: Prisma.Sql): VisiblePart => ({ condition, few: true, tallied: null });
const EVERYTHING = part(Prisma.sql`TRUE`, Prisma.sql`TRUE`);

/** `visibleDesigns`, over the alias `d`, in two. */
export interface DesignParts {
	/** Together `directlyVisibleDesigns`. */
	readonly direct: readonly VisiblePart[];
	/** Designs that an administrator sees through a target alone, by their deployments there (alias `ax`). */
	readonly throughTarget: Prisma.Sql | null;
}

/** Owned by the caller, in another organization than theirs: in two ranges of an index, which has all of their own between them. */
function ownedElsewhere(alias: "d" | "x", principal: Principal): Prisma.Sql {
	const [owner, organization] = [Prisma.raw(`${alias}.owner_id`), Prisma.raw(`${alias}.owner_org_id`)];
	return Prisma.sql`(${owner} = ${principal.userId}::uuid AND ${organization} < ${principal.organizationId}::uuid)
		OR (${owner} = ${principal.userId}::uuid AND ${organization} > ${principal.organizationId}::uuid)`;
}

/** The designs that the caller sees. */
export function visibleDesignParts(principal: Principal): DesignParts {
	if (principal.role === "operator") return { direct: [EVERYTHING], throughTarget: null };
	const organization = Prisma.sql`${principal.organizationId}::uuid`;
	const me = Prisma.sql`${principal.userId}::uuid`;
	const shared = anyDesignSharedFromElsewhere(principal);
	return {
		direct: [
			part(Prisma.sql`d.owner_org_id = ${organization}`, Prisma.sql`n.owner_org_id = ${organization}`),
			few(Prisma.sql`(${ownedElsewhere("d", principal)} OR (d.id = ${shared} AND d.owner_org_id <> ${organization}))`),
		],
		throughTarget:
			principal.role === "administrator"
				? Prisma.sql`ax.target_org_id = ${organization} AND ax.owner_org_id <> ${organization}
					AND NOT (ax.owner_id = ${me} OR ax.design_id = ${shared})`
				: null,
	};
}

/** `visibleDeployments`, over the alias `x`. */
export function visibleDeploymentParts(principal: Principal): VisiblePart[] {
	return sightParts(principal).map(listedOnly);
}

/** `visibleDeploymentRecords`, over the alias `x`: on the caller's targets and of their own requests in every status. */
export function visibleDeploymentRecordParts(principal: Principal): VisiblePart[] {
	if (principal.role === "operator") return [EVERYTHING];
	const kept = Prisma.sql`NOT (${listedDeployments()}) AND x.requester_id = ${principal.userId}::uuid`;
	if (principal.role !== "administrator") return [...visibleDeploymentParts(principal), few(kept)];
	const [onTarget = EVERYTHING, ...others] = sightParts(principal);
	const elsewhere = Prisma.sql`x.target_org_id <> ${principal.organizationId}::uuid`;
	return [onTarget, ...others.map(listedOnly), few(Prisma.sql`${kept} AND ${elsewhere}`)];
}

function listedOnly({ condition, few, tallied }: VisiblePart): VisiblePart {
	// IS TRUE keeps a few rows from being looked up in each status by itself.
	const listed = few ? Prisma.sql`(${listedDeployments()}) IS TRUE` : listedDeployments();
	return {
		condition: Prisma.sql`${listed} AND ${condition}`,
		few,
		tallied: tallied && Prisma.sql`${listedDeployments("n")} AND ${tallied}`,
	};
}

/** Whose deployments a caller sees, whatever their status; of an administrator those on their targets first. */
function sightParts(principal: Principal): VisiblePart[] {
	if (principal.role === "operator") return [EVERYTHING];
	const organization = Prisma.sql`${principal.organizationId}::uuid`;
	const ofOthers = Prisma.sql`x.owner_org_id <> ${organization}`;
	const personal = Prisma.sql`(${ownedElsewhere("x", principal)}
		OR (x.requester_id = ${principal.userId}::uuid AND x.owner_org_id < ${organization})
		OR (x.requester_id = ${principal.userId}::uuid AND x.owner_org_id > ${organization})
		OR (x.design_id = ${anyDesignSharedFromElsewhere(principal)} AND ${ofOthers}))`;
	if (principal.role !== "administrator") {
		return [
			part(Prisma.sql`x.owner_org_id = ${organization}`, Prisma.sql`n.owner_org_id = ${organization}`),
			few(personal),
		];
	}
	const elsewhere = Prisma.sql`x.target_org_id <> ${organization}`;
	return [
		part(Prisma.sql`x.target_org_id = ${organization}`, Prisma.sql`n.target_org_id = ${organization}`),
		part(
			Prisma.sql`x.owner_org_id = ${organization} AND ${elsewhere}`,
			Prisma.sql`n.owner_org_id = ${organization} AND n.target_org_id <> ${organization}`,
		),
		// What an organization requests is hardly ever another's design: such rows have an index to themselves.
		few(Prisma.sql`x.requester_org_id = ${organization} AND x.requester_org_id <> x.owner_org_id AND ${elsewhere}`),
		few(Prisma.sql`${personal} AND x.requester_org_id <> ${organization} AND ${elsewhere}`),
	];
}

/** `visibleDeployments` of a design that the caller does not see directly: what its owner decides is out of question. */
export function visibleThroughTarget(principal: Principal, alias: "x" | "r"): Prisma.Sql {
	const x = Prisma.raw(alias);
	const organization = Prisma.sql`${principal.organizationId}::uuid`;
	return Prisma.sql`${listedDeployments(alias)} AND (${x}.target_org_id = ${organization}
		OR ${x}.requester_org_id = ${organization} OR ${x}.requester_id = ${principal.userId}::uuid)`;
}

/**
 * The audit events (alias `e`) that the caller may read: administrators what concerns their organization, everybody what happened
 * to the designs that they see directly, and what they did themselves.
 */
export function visibleAuditParts(principal: Principal): VisiblePart[] {
	if (principal.role === "operator") return [EVERYTHING];
	const organization = Prisma.sql`${principal.organizationId}::uuid`;
	const ofDesigns = Prisma.sql`e.design_org_id = ${organization} AND ${visibleWithDeployment(principal)}`;
	const personal = Prisma.sql`(e.actor_id = ${principal.userId}::uuid OR (${visibleWithDeployment(principal)} AND e.design_id = ANY (ARRAY(
			SELECT d.id FROM designs d WHERE d.owner_id = ${principal.userId}::uuid OR d.id = ${anySharedDesign(principal)}))))
		AND e.design_org_id IS DISTINCT FROM ${organization}`;
	if (principal.role !== "administrator") return [part(ofDesigns), few(personal)];
	const elsewhere = Prisma.sql`e.organization_id IS DISTINCT FROM ${organization}`;
	return [
		part(Prisma.sql`e.organization_id = ${organization}`),
		part(Prisma.sql`${ofDesigns} AND ${elsewhere}`),
		few(Prisma.sql`${personal} AND ${elsewhere}`),
	];
}
