import { Prisma } from "@/lib/generated/prisma/client";
import {
	type DesignAttributes,
	designVisibility,
	isShared,
	ownApart,
	type Subqueries,
	seesColleagues,
} from "./designs";
import { anyGround, type Ground, partsOf, type VisiblePart } from "./grounds";
import type { Principal } from "./principal";
import { administers } from "./roles";
import { mayAdministerTarget } from "./targets";

/** Why the caller sees a deployment, and whether also one that is only kept for the record. */
type DeploymentGround = Ground & { readonly record?: boolean };

type Alias = "deployments" | "others";

/** The ground that a column has the caller's organization, which counters know as well. */
function ofOrganization(principal: Principal, alias: Alias, column: "owner_org_id" | "target_org_id"): Ground {
	const is = (table: string) => Prisma.sql`${Prisma.raw(`${table}.${column}`)} = ${principal.organizationId}::uuid`;
	return { where: is(alias), counted: { list: "deployments", where: is("list_counts") } };
}

/** Why a caller other than an operator sees the design of a deployment directly. */
function groundsByDesign(principal: Principal, alias: Alias, subqueries: Subqueries): Ground[] {
	return [
		...(seesColleagues(principal) ? [ofOrganization(principal, alias, "owner_org_id")] : []),
		{ where: ownApart(`${alias}.owner_id`, `${alias}.owner_org_id`, principal) },
		{ where: isShared(principal, Prisma.sql`${Prisma.raw(alias)}.design_id`, subqueries) },
	];
}

/** Organizations hardly ever request another's design: such rows have an index to themselves. */
function requestedElsewhere(principal: Principal, alias: Alias): Ground {
	const table = Prisma.raw(alias);
	const requested = Prisma.sql`${table}.requester_org_id = ${principal.organizationId}::uuid`;
	return { where: Prisma.sql`(${requested} AND ${table}.requester_org_id <> ${table}.owner_org_id)` };
}

/**
 * The grounds by a deployment's own columns. Administrators see requests of their people, because
 * they may cancel these; targets come first, because there every status is visible.
 */
function groundsOf(principal: Principal, alias: Alias, subqueries: Subqueries): DeploymentGround[] {
	if (principal.role === "operator") {
		const all = Prisma.sql`TRUE`;
		return [{ where: all, counted: { list: "deployments", where: all }, record: true }];
	}
	const grounds: DeploymentGround[] = [
		...groundsByDesign(principal, alias, subqueries),
		{ where: ownApart(`${alias}.requester_id`, `${alias}.owner_org_id`, principal) },
	];
	if (principal.role !== "administrator") return grounds;
	const onTargets = { ...ofOrganization(principal, alias, "target_org_id"), record: true };
	return [onTargets, ...grounds, requestedElsewhere(principal, alias)];
}

function listedGrounds(principal: Principal, alias: Alias, subqueries: Subqueries): Ground[] {
	return groundsOf(principal, alias, subqueries).map((ground) => listedOnly(ground, alias));
}

/** Callers see their own requests in every status. */
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

function listedOnly({ where, counted }: Ground, alias: Alias): Ground {
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
	alias: Alias = "deployments",
	subqueries: Subqueries = "once",
): Prisma.Sql {
	return anyGround(listedGrounds(principal, alias, subqueries));
}

/** Deployments on targets that the caller administers. Agrees with {@link mayAdministerTarget}. */
export function administeredDeployments(principal: Principal): Prisma.Sql {
	if (principal.role === "operator") return Prisma.sql`TRUE`;
	if (!administers(principal)) return Prisma.sql`FALSE`;
	return Prisma.sql`deployments.target_org_id = ${principal.organizationId}::uuid`;
}

/** {@link visibleDeployments} in parts. */
export function visibleDeploymentParts(principal: Principal): VisiblePart[] {
	return partsOf(listedGrounds(principal, "deployments", "once"));
}

/** Deployments of designs that the caller sees directly, with their drafts and tags. */
export function deploymentsOfDirectDesigns(principal: Principal): Prisma.Sql {
	if (principal.role === "operator") return Prisma.sql`TRUE`;
	return anyGround(groundsByDesign(principal, "deployments", "once"));
}

/** Deployments in a status of the contract's lists, for every caller. */
export function listedDeployments(alias: Alias | "list_counts" = "deployments"): Prisma.Sql {
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
export function visibleThroughTarget(principal: Principal, alias: Alias): Prisma.Sql {
	return Prisma.sql`${listedDeployments(alias)} AND ${anyGround(groundsThroughTarget(principal, alias))}`;
}

/** The grounds of {@link visibleThroughTarget}, each with an index that finds its rows. */
export function groundsThroughTarget(principal: Principal, alias: Alias = "deployments"): Ground[] {
	const own = Prisma.sql`${Prisma.raw(alias)}.requester_id = ${principal.userId}::uuid`;
	return [
		{ where: ofOrganization(principal, alias, "target_org_id").where },
		requestedElsewhere(principal, alias),
		{ where: own },
	];
}

/** Request deployment of a build of the design. */
export function mayRequestDeployment(principal: Principal, attributes: DesignAttributes): boolean {
	return (principal.mayManage || administers(principal)) && designVisibility(principal, attributes) === "direct";
}

/** Cancel a deployment request. */
export function mayCancelDeployment(
	principal: Principal,
	deployment: { requester_id: string; requester_org_id: string },
): boolean {
	if (principal.role === "operator") return true;
	if (principal.role === "administrator" && deployment.requester_org_id === principal.organizationId) return true;
	return principal.mayManage && deployment.requester_id === principal.userId;
}

/**
 * Whether a target's four-eyes rule leaves a deployment's activation to others: nobody activates
 * what they requested themselves, operators included (docs/contract.md, Roles and rights). The
 * people behind the credential of the request count as its requesters.
 * @param people those behind the caller's credential (accounts/people-behind.ts)
 */
export function barredByFourEyes(
	people: readonly string[],
	deployment: {
		readonly requester_id: string;
		readonly requester_voucher_ids: readonly string[];
		readonly target: { readonly four_eyes: boolean };
	},
): boolean {
	const { requester_id: requesterId, requester_voucher_ids: requesterVoucherIds, target } = deployment;
	return target.four_eyes && [requesterId, ...requesterVoucherIds].some((id) => people.includes(id));
}

/** The attributes of a deployment that decide who may comment on it. */
export interface ConversationAttributes {
	readonly requester_id: string;
	readonly requester_org_id: string;
	readonly owner_id: string;
	readonly owner_org_id: string;
	readonly target: { readonly organization_id: string };
}

/**
 * The side for which a caller who sees the deployment comments on it; null where they may not.
 * Requesters speak for themselves, also where they administer the target. Beside them are the
 * people of their organization and of the design's owner.
 */
export function commentSide(
	principal: Principal,
	deployment: ConversationAttributes,
): "administrator" | "requester" | null {
	const {
		requester_id: requesterId,
		requester_org_id: requesterOrgId,
		owner_id: ownerId,
		owner_org_id: ownerOrgId,
		target,
	} = deployment;
	if (requesterId !== principal.userId && mayAdministerTarget(principal, target)) return "administrator";
	if (!principal.mayManage && !administers(principal)) return null;
	const theirs =
		[requesterId, ownerId].includes(principal.userId) ||
		[requesterOrgId, ownerOrgId].includes(principal.organizationId);
	return theirs ? "requester" : null;
}
