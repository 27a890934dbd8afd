import { Prisma } from "@/lib/generated/prisma/client";
import { anySharedDesign, listedDeployments } from "./access";
import type { Principal } from "./principal";

/**
 * The filters of access.ts once more, each cut into conditions that no row fulfils two of. One condition with OR keeps the
 * database from using the index that has a caller's rows in the order of the list; of disjoint parts each has its own, a page is
 * merged from their first rows, and a total is their sum. The property tests of the lists hold them against the predicates.
 */

/** What {@link visibleDesigns} of an administrator finds through their targets only comes last. */
export interface DesignParts {
	/** Together `directlyVisibleDesigns`. */
	readonly direct: readonly Prisma.Sql[];
	/** Designs seen through a target alone. */
	readonly throughTarget: readonly Prisma.Sql[];
}

/** `visibleDesigns`, over the alias `d`. */
export function visibleDesignParts(principal: Principal): DesignParts {
	if (principal.role === "operator") return { direct: [Prisma.sql`TRUE`], throughTarget: [] };
	const organization = Prisma.sql`${principal.organizationId}::uuid`;
	const personal = Prisma.sql`(d.owner_id = ${principal.userId}::uuid OR d.id = ${anySharedDesign(principal)})`;
	const direct = [
		Prisma.sql`d.owner_org_id = ${organization}`,
		Prisma.sql`d.owner_org_id <> ${organization} AND ${personal}`,
	];
	if (principal.role !== "administrator") return { direct, throughTarget: [] };
	const onTarget = Prisma.sql`d.id IN (SELECT ax.design_id FROM deployments ax WHERE ax.target_org_id = ${organization})`;
	return {
		direct,
		throughTarget: [Prisma.sql`${onTarget} AND d.owner_org_id <> ${organization} AND NOT ${personal}`],
	};
}

/** `visibleDeployments`, over the alias `x`. */
export function visibleDeploymentParts(principal: Principal): Prisma.Sql[] {
	const listed = listedDeployments();
	return sightParts(principal).map((part) => Prisma.sql`${listed} AND ${part}`);
}

/** `visibleDeploymentRecords`, over the alias `x`: on the caller's targets and of their own requests in every status. */
export function visibleDeploymentRecordParts(principal: Principal): Prisma.Sql[] {
	if (principal.role === "operator") return [Prisma.sql`TRUE`];
	const own = Prisma.sql`x.requester_id = ${principal.userId}::uuid`;
	const kept = Prisma.sql`NOT (${listedDeployments()}) AND ${own}`;
	if (principal.role !== "administrator") return [...visibleDeploymentParts(principal), kept];
	const [onTarget = Prisma.sql`FALSE`, ...others] = sightParts(principal);
	const elsewhere = Prisma.sql`x.target_org_id <> ${principal.organizationId}::uuid`;
	return [
		onTarget,
		...others.map((part) => Prisma.sql`${listedDeployments()} AND ${part}`),
		Prisma.sql`${kept} AND ${elsewhere}`,
	];
}

/** Whose deployments a caller sees, whatever their status; of an administrator those on their targets first. */
function sightParts(principal: Principal): Prisma.Sql[] {
	if (principal.role === "operator") return [Prisma.sql`TRUE`];
	const organization = Prisma.sql`${principal.organizationId}::uuid`;
	const personal = Prisma.sql`(x.owner_id = ${principal.userId}::uuid OR x.requester_id = ${principal.userId}::uuid
		OR x.design_id = ${anySharedDesign(principal)})`;
	const ofOthers = Prisma.sql`x.owner_org_id <> ${organization}`;
	if (principal.role !== "administrator") {
		return [Prisma.sql`x.owner_org_id = ${organization}`, Prisma.sql`${ofOthers} AND ${personal}`];
	}
	const elsewhere = Prisma.sql`x.target_org_id <> ${organization}`;
	return [
		Prisma.sql`x.target_org_id = ${organization}`,
		Prisma.sql`x.owner_org_id = ${organization} AND ${elsewhere}`,
		// Two ranges of one index: what an organisation requests is hardly ever another's design.
		Prisma.sql`x.requester_org_id = ${organization} AND (x.owner_org_id < ${organization} OR x.owner_org_id > ${organization})
			AND ${elsewhere}`,
		Prisma.sql`${personal} AND ${ofOthers} AND x.requester_org_id <> ${organization} AND ${elsewhere}`,
	];
}
