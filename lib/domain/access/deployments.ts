import type { DeploymentStatus } from "@/lib/contract/deployment";
import { LIVE_STATUSES } from "@/lib/contract/transitions";
import { Prisma } from "@/lib/generated/prisma/client";
import { type Asked, type DesignFacts, designSight, isShared } from "./designs";
import type { Principal } from "./principal";
import { administers } from "./roles";

/** What decides about a deployment. */
export interface DeploymentFacts {
	readonly status: DeploymentStatus;
	readonly requesterId: string;
	readonly requesterOrgId: string;
	/** The organization that owns the target. */
	readonly targetOrganizationId: string;
	readonly design: DesignFacts;
}

/** Whether a caller finds a deployment in the contract's lists, only among what is kept for the record, or nowhere. */
export type DeploymentSight = "listed" | "record" | "none";

/** How the caller sees the deployment. Agrees with {@link visibleDeployments} and {@link visibleDeploymentRecords}. */
export function deploymentSight(principal: Principal, facts: DeploymentFacts): DeploymentSight {
	const involved =
		principal.role === "operator" ||
		facts.requesterId === principal.userId ||
		(principal.role === "administrator" && facts.targetOrganizationId === principal.organizationId);
	if (!(LIVE_STATUSES as readonly DeploymentStatus[]).includes(facts.status)) return involved ? "record" : "none";
	const ofOwnPeople = principal.role === "administrator" && facts.requesterOrgId === principal.organizationId;
	return involved || ofOwnPeople || designSight(principal, facts.design) === "direct" ? "listed" : "none";
}

/**
 * Deployments in a status of the contract's lists, by what deployments themselves know of owners and targets.
 * Administrators see what their own people requested, or they could not cancel it.
 */
export function visibleDeployments(principal: Principal, alias: "x" | "r" = "x", asked: Asked = "of many"): Prisma.Sql {
	const x = Prisma.raw(alias);
	const listed = listedDeployments(alias);
	if (principal.role === "operator") return listed;
	const { userId, organizationId } = principal;
	const ofDesigner = Prisma.sql`${x}.owner_org_id = ${organizationId}::uuid OR ${x}.owner_id = ${userId}::uuid
		OR ${x}.requester_id = ${userId}::uuid OR ${isShared(principal, Prisma.sql`${x}.design_id`, asked)}`;
	if (principal.role === "administrator") {
		return Prisma.sql`(${listed} AND (${x}.target_org_id = ${organizationId}::uuid
			OR ${x}.requester_org_id = ${organizationId}::uuid OR ${ofDesigner}))`;
	}
	return Prisma.sql`(${listed} AND (${ofDesigner}))`;
}

/** Deployments in a status of the contract's lists, whoever asks. */
export function listedDeployments(alias: "x" | "r" | "n" = "x"): Prisma.Sql {
	return Prisma.sql`${Prisma.raw(alias)}.status IN ('requested', 'activated', 'deactivated')`;
}

/** Deployments in every internal status: also those kept for the record, for their administrators, requester and operators. */
export function visibleDeploymentRecords(principal: Principal, asked: Asked = "of many"): Prisma.Sql {
	if (principal.role === "operator") return Prisma.sql`TRUE`;
	const listed = visibleDeployments(principal, "x", asked);
	const own = Prisma.sql`x.requester_id = ${principal.userId}::uuid`;
	if (principal.role === "administrator") {
		return Prisma.sql`(x.target_org_id = ${principal.organizationId}::uuid OR ${own} OR ${listed})`;
	}
	return Prisma.sql`(${own} OR ${listed})`;
}

/** Request deployment of a build of the design. */
export function mayRequestDeployment(principal: Principal, facts: DesignFacts): boolean {
	return (principal.mayManage || administers(principal)) && designSight(principal, facts) === "direct";
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
 * Whether a target's four-eyes rule leaves a deployment's activation to others: nobody activates what they requested
 * themselves, operators included (design.md section 7).
 */
export function barredByFourEyes(
	principal: Pick<Principal, "userId">,
	deployment: { requesterId: string; target: { fourEyes: boolean } },
): boolean {
	return deployment.target.fourEyes && deployment.requesterId === principal.userId;
}
