import { Prisma } from "@/lib/generated/prisma/client";
import { type DesignAttributes, designVisibility, isShared, ownElsewhere, type Reading } from "./designs";
import { anyGround, type Ground, partsOf, type VisiblePart } from "./grounds";
import type { Principal } from "./principal";
import { administers } from "./roles";

/** Why the caller sees a deployment, and whether also one that is only kept for the record. */
type DeploymentGround = Ground & { readonly record?: boolean };

/**
 * By what deployments themselves know of owners and targets. Administrators see what their own people requested, or they could not
 * cancel it; what they see on their targets comes first, as it is seen in every status.
 */
function groundsOf(principal: Principal, alias: "x" | "r", reading: Reading): DeploymentGround[] {
	const counted = (where: Prisma.Sql) => ({ list: "deployments" as const, where });
	if (principal.role === "operator") {
		return [{ where: Prisma.sql`TRUE`, counted: counted(Prisma.sql`TRUE`), record: true }];
	}
	const x = Prisma.raw(alias);
	const organization = Prisma.sql`${principal.organizationId}::uuid`;
	const ofOrganization = (column: string) => ({
		where: Prisma.sql`${x}.${Prisma.raw(column)} = ${organization}`,
		counted: counted(Prisma.sql`n.${Prisma.raw(column)} = ${organization}`),
	});
	const grounds: DeploymentGround[] = [
		ofOrganization("owner_org_id"),
		{ where: ownElsewhere(`${alias}.owner_id`, `${alias}.owner_org_id`, principal) },
		{ where: isShared(principal, Prisma.sql`${x}.design_id`, reading) },
		{ where: ownElsewhere(`${alias}.requester_id`, `${alias}.owner_org_id`, principal) },
	];
	if (principal.role !== "administrator") return grounds;
	// Organizations hardly ever request another's design: such rows have an index to themselves.
	const requested = Prisma.sql`(${x}.requester_org_id = ${organization} AND ${x}.requester_org_id <> ${x}.owner_org_id)`;
	return [{ ...ofOrganization("target_org_id"), record: true }, ...grounds, { where: requested }];
}

function listedGrounds(principal: Principal, alias: "x" | "r", reading: Reading): Ground[] {
	return groundsOf(principal, alias, reading).map((ground) => listedOnly(ground, alias));
}

/** What the caller requested stays visible to them in every status. */
function recordGrounds(principal: Principal, reading: Reading): Ground[] {
	const grounds = groundsOf(principal, "x", reading).map((ground) =>
		ground.record ? ground : listedOnly(ground, "x"),
	);
	if (principal.role === "operator") return grounds;
	return [
		...grounds,
		{ where: Prisma.sql`(x.requester_id = ${principal.userId}::uuid AND NOT (${listedDeployments()}))` },
	];
}

function listedOnly({ where, counted }: Ground, alias: "x" | "r"): Ground {
	const listed = listedDeployments(alias);
	// IS TRUE keeps a handful of rows from being looked up in each status by itself.
	if (counted === undefined) return { where: Prisma.sql`((${listed}) IS TRUE AND ${where})` };
	return {
		where: Prisma.sql`(${listed} AND ${where})`,
		counted: { ...counted, where: Prisma.sql`${listedDeployments("n")} AND ${counted.where}` },
	};
}

/** Deployments that the caller sees, in a status of the contract's lists. */
export function visibleDeployments(
	principal: Principal,
	alias: "x" | "r" = "x",
	reading: Reading = "together",
): Prisma.Sql {
	return anyGround(listedGrounds(principal, alias, reading));
}

/** {@link visibleDeployments} in parts. */
export function visibleDeploymentParts(principal: Principal): VisiblePart[] {
	return partsOf(listedGrounds(principal, "x", "together"));
}

/** Deployments (alias `x`) of designs that the caller sees directly, with their drafts and tags. */
export function deploymentsOfDirectDesigns(principal: Principal): Prisma.Sql {
	if (principal.role === "operator") return Prisma.sql`TRUE`;
	return Prisma.sql`(x.owner_org_id = ${principal.organizationId}::uuid OR ${ownElsewhere("x.owner_id", "x.owner_org_id", principal)}
		OR ${isShared(principal, Prisma.sql`x.design_id`, "together")})`;
}

/** Deployments in a status of the contract's lists, whoever asks. */
export function listedDeployments(alias: "x" | "r" | "n" = "x"): Prisma.Sql {
	return Prisma.sql`${Prisma.raw(alias)}.status IN ('requested', 'activated', 'deactivated')`;
}

/** Deployments in every internal status: also those kept for the record, for their administrators, requester and operators. */
export function visibleDeploymentRecords(principal: Principal, reading: Reading = "together"): Prisma.Sql {
	return anyGround(recordGrounds(principal, reading));
}

/** {@link visibleDeploymentRecords} in parts. */
export function visibleDeploymentRecordParts(principal: Principal): VisiblePart[] {
	return partsOf(recordGrounds(principal, "together"));
}

/** {@link visibleDeployments} of a design that the caller does not see directly: its owner gives no ground. */
export function visibleThroughTarget(principal: Principal, alias: "x" | "r"): Prisma.Sql {
	return Prisma.sql`${listedDeployments(alias)} AND ${anyGround(groundsThroughTarget(principal, alias))}`;
}

/** The grounds of {@link visibleThroughTarget}, each with an index that finds its rows. */
export function groundsThroughTarget(principal: Principal, alias: "x" | "r" = "x"): Ground[] {
	const x = Prisma.raw(alias);
	const organization = Prisma.sql`${principal.organizationId}::uuid`;
	return [
		{ where: Prisma.sql`${x}.target_org_id = ${organization}` },
		{ where: Prisma.sql`(${x}.requester_org_id = ${organization} AND ${x}.requester_org_id <> ${x}.owner_org_id)` },
		{ where: Prisma.sql`${x}.requester_id = ${principal.userId}::uuid` },
	];
}

/** Request deployment of a build of the design. */
export function mayRequestDeployment(principal: Principal, facts: DesignAttributes): boolean {
	return (principal.mayManage || administers(principal)) && designVisibility(principal, facts) === "direct";
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
