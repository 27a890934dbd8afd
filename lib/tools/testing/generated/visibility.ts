import type { DeploymentStatus } from "@/lib/contract/deployment";
import { LIVE_STATUSES } from "@/lib/contract/transitions";
import {
	type DesignAttributes,
	designVisibility,
	mayAdministerTarget,
	type PersonAttributes,
	type TargetAttributes,
	targetAccepts,
} from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";

/**
 * Who sees which rows, once more as predicates of single rows: property tests hold the filters of lib/domain/access against
 * them. The service itself decides by the filters alone.
 */

/** What decides about a build. */
export interface BuildFacts {
	readonly design: DesignAttributes;
	/** Organizations of the targets that the build has a deployment on, in whatever status. */
	readonly targetOrganizationIds: readonly string[];
}

/** Whether the caller sees the build. */
export function buildVisible(principal: Principal, facts: BuildFacts): boolean {
	if (designVisibility(principal, facts.design) === "direct") return true;
	return principal.role === "administrator" && facts.targetOrganizationIds.includes(principal.organizationId);
}

/** What decides about a deployment. */
export interface DeploymentFacts {
	readonly status: DeploymentStatus;
	readonly requesterId: string;
	readonly requesterOrgId: string;
	/** The organization that owns the target. */
	readonly targetOrganizationId: string;
	readonly design: DesignAttributes;
}

/** Whether a caller finds a deployment in the contract's lists, only among what is kept for the record, or nowhere. */
export type DeploymentSight = "listed" | "record" | "none";

/** How the caller sees the deployment. */
export function deploymentSight(principal: Principal, facts: DeploymentFacts): DeploymentSight {
	const involved =
		principal.role === "operator" ||
		facts.requesterId === principal.userId ||
		(principal.role === "administrator" && facts.targetOrganizationId === principal.organizationId);
	if (!(LIVE_STATUSES as readonly DeploymentStatus[]).includes(facts.status)) return involved ? "record" : "none";
	const ofOwnPeople = principal.role === "administrator" && facts.requesterOrgId === principal.organizationId;
	return involved || ofOwnPeople || designVisibility(principal, facts.design) === "direct" ? "listed" : "none";
}

/** Whether the caller sees the person: themselves; administrators their organization; operators everybody. */
export function personVisible(principal: Principal, person: PersonAttributes): boolean {
	if (principal.role === "operator" || person.id === principal.userId) return true;
	return principal.role === "administrator" && person.organizationId === principal.organizationId;
}

/** Whether the caller sees the organization among those that are looked after: their own, operators all. */
export function organizationVisible(principal: Principal, organization: { readonly id: string }): boolean {
	return principal.role === "operator" || organization.id === principal.organizationId;
}

/** What decides about an API key. */
export interface KeyFacts {
	readonly revokedAt: Date | null;
	/** Whom it acts as. */
	readonly user: PersonAttributes;
}

/** Whether the caller sees the key: those of people whom they see, until they are withdrawn. */
export function keyVisible(principal: Principal, key: KeyFacts): boolean {
	return key.revokedAt === null && personVisible(principal, key.user);
}

/** What decides about an inventory source. */
export interface SourceFacts {
	/** Organizations that may use it; none: all may. */
	readonly organizationIds: readonly string[];
}

/** Whether the caller may use the inventory source. */
export function sourceUsable(principal: Pick<Principal, "role" | "organizationId">, facts: SourceFacts): boolean {
	return principal.role === "operator" || sourceUsableBy(principal.organizationId, facts);
}

/** Whether an organization may use the inventory source. */
export function sourceUsableBy(organizationId: string, { organizationIds }: SourceFacts): boolean {
	return organizationIds.length === 0 || organizationIds.includes(organizationId);
}

/** Whether the caller sees the target. */
export function targetVisible(principal: Principal, facts: TargetAttributes): boolean {
	return mayAdministerTarget(principal, facts) || targetAccepts(principal, facts);
}
