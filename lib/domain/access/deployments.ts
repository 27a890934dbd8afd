import { Prisma } from "@/lib/generated/prisma/client";
import { type DesignAttributes, designVisibility, isShared, ownElsewhere, type Subqueries } from "./designs";
import { anyGround, type Ground, partsOf, type VisiblePart } from "./grounds";
import type { Principal } from "./principal";
import { administers } from "./roles";

/** Why the caller sees a deployment, and whether also one that is only kept for the record. */
type DeploymentGround = Ground & { readonly record?: boolean };

/**
 * The grounds by a deployment's own columns. Administrators see requests of their people, because
 * they may cancel these; targets come first, because there every status is visible.
 */
function groundsOf(principal: Principal, alias: "deployments" | "others", subqueries: Subqueries): DeploymentGround[] {
	const counted = (where: Prisma.Sql) => ({ list: "deployments" as const, where });
	if (principal.role === "operator") {
		return [{ where: Prisma.sql`TRUE`, counted: counted(Prisma.sql`TRUE`), record: true }];
	}
	const table = Prisma.raw(alias);
	const organization = Prisma.sql`${principal.organizationId}::uuid`;
	const ofOrganization = (column: string) => ({
		where: Prisma.sql`${table}.${Prisma.raw(column)} = ${organization}`,
		counted: counted(Prisma.sql`list_counts.${Prisma.raw(column)} = ${organization}`),
	});
	const grounds: DeploymentGround[] = [
		ofOrganization("owner_org_id"),
		{ where: ownElsewhere(`${alias}.owner_id`, `${alias}.owner_org_id`, principal) },
		{ where: isShared(principal, Prisma.sql`${table}.design_id`, subqueries) },
		{ where: ownElsewhere(`${alias}.requester_id`, `${alias}.owner_org_id`, principal) },
	];
	if (principal.role !== "administrator") return grounds;
	// Organizations hardly ever request another's design: such rows have an index to themselves.
	const requested = Prisma.sql`(${table}.requester_org_id = ${organization} AND ${table}.requester_org_id <> ${table}.owner_org_id)`;
	return [{ ...ofOrganization("target_org_id"), record: true }, ...grounds, { where: requested }];
}

function listedGrounds(principal: Principal, alias: "deployments" | "others", subqueries: Subqueries): Ground[] {
	return groundsOf(principal, alias, subqueries).map((ground) => listedOnly(ground, alias));
}

/** What the caller requested stays visible to them in every status. */
function recordGrounds(principal: Principal, subqueries: Subqueries): Ground[] {
	const grounds = groundsOf(principal, "deployments", subqueries).map((ground) =>
		ground.record ? ground : listedOnly(ground, "deployments"),
	);
	if (principal.role === "operator") return grounds;
	return [
		...grounds,
		{ where: Prisma.sql`(deployments.requester_id = ${principal.userId}::uuid AND NOT (${listedDeployments()}))` },
	];
}

function listedOnly({ where, counted }: Ground, alias: "deployments" | "others"): Ground {
	const listed = listedDeployments(alias);
	// IS TRUE keeps a handful of rows from being looked up in each status by itself.
	if (counted === undefined) return { where: Prisma.sql`((${listed}) IS TRUE AND ${where})` };
	return {
		where: Prisma.sql`(${listed} AND ${where})`,
		counted: { ...counted, where: Prisma.sql`${listedDeployments("list_counts")} AND ${counted.where}` },
	};
}

/** Deployments that the caller sees, in a status of the contract's lists. */
export function visibleDeployments(
	principal: Principal,
	alias: "deployments" | "others" = "deployments",
	subqueries: Subqueries = "once",
): Prisma.Sql {
	return anyGround(listedGrounds(principal, alias, subqueries));
}

/** {@link visibleDeployments} in parts. */
export function visibleDeploymentParts(principal: Principal): VisiblePart[] {
	return partsOf(listedGrounds(principal, "deployments", "once"));
}

/** Deployments of designs that the caller sees directly, with their drafts and tags. */
export function deploymentsOfDirectDesigns(principal: Principal): Prisma.Sql {
	if (principal.role === "operator") return Prisma.sql`TRUE`;
	return Prisma.sql`(deployments.owner_org_id = ${principal.organizationId}::uuid OR ${ownElsewhere("deployments.owner_id", "deployments.owner_org_id", principal)}
		OR ${isShared(principal, Prisma.sql`deployments.design_id`, "once")})`;
}

/** Deployments in a status of the contract's lists, for every caller. */
export function listedDeployments(alias: "deployments" | "others" | "list_counts" = "deployments"): Prisma.Sql {
	return Prisma.sql`${Prisma.raw(alias)}.status IN ('requested', 'activated', 'deactivated')`;
}

/**
 * Deployments of every internal status: also kept records, for administrators, requester and
 * operators.
 */
export function visibleDeploymentRecords(principal: Principal, subqueries: Subqueries = "once"): Prisma.Sql {
	return anyGround(recordGrounds(principal, subqueries));
}

/** {@link visibleDeploymentRecords} in parts. */
export function visibleDeploymentRecordParts(principal: Principal): VisiblePart[] {
	return partsOf(recordGrounds(principal, "once"));
}

/** {@link visibleDeployments} of a design that the caller sees only through a target. */
export function visibleThroughTarget(principal: Principal, alias: "deployments" | "others"): Prisma.Sql {
	return Prisma.sql`${listedDeployments(alias)} AND ${anyGround(groundsThroughTarget(principal, alias))}`;
}

/** The grounds of {@link visibleThroughTarget}, each with an index that finds its rows. */
export function groundsThroughTarget(principal: Principal, alias: "deployments" | "others" = "deployments"): Ground[] {
	const table = Prisma.raw(alias);
	const organization = Prisma.sql`${principal.organizationId}::uuid`;
	return [
		{ where: Prisma.sql`${table}.target_org_id = ${organization}` },
		{
			where: Prisma.sql`(${table}.requester_org_id = ${organization} AND ${table}.requester_org_id <> ${table}.owner_org_id)`,
		},
		{ where: Prisma.sql`${table}.requester_id = ${principal.userId}::uuid` },
	];
}

/** Request deployment of a build of the design. */
export function mayRequestDeployment(principal: Principal, attributes: DesignAttributes): boolean {
	return (principal.mayManage || administers(principal)) && designVisibility(principal, attributes) === "direct";
}

/** Cancel a deployment request. */
export function mayCancelDeployment(
	principal: Principal,
	deployment: { requesterId: string; requesterOrgId: string },
): boolean {
	if (principal.role === "operator") return true;
	if (principal.role === "administrator" && deployment.requesterOrgId === principal.organizationId) return true;
	return principal.mayManage && deployment.requesterId === principal.userId;
}

/**
 * Whether a target's four-eyes rule leaves a deployment's activation to others: nobody activates
 * what they requested themselves, operators included (docs/contract.md, Roles and rights).
 */
export function barredByFourEyes(
	principal: Pick<Principal, "userId">,
	deployment: { requesterId: string; target: { fourEyes: boolean } },
): boolean {
	return deployment.target.fourEyes && deployment.requesterId === principal.userId;
}
