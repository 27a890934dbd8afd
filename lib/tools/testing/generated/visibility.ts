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
 * Visibility as predicates of single rows: property tests compare the filters of lib/domain/access
 * with them. The service uses the filters only.
 */

/** The attributes of a build that decide about access. */
export interface BuildAttributes {
	readonly design: DesignAttributes;
	/** Organizations of the targets on which the build has a deployment of any status. */
	readonly targetOrganizationIds: readonly string[];
}

/** Whether the caller sees the build. */
export function buildVisible(principal: Principal, attributes: BuildAttributes): boolean {
	if (designVisibility(principal, attributes.design) === "direct") return true;
	return principal.role === "administrator" && attributes.targetOrganizationIds.includes(principal.organizationId);
}

/** The attributes of a deployment that decide about access. */
export interface DeploymentAttributes {
	readonly status: DeploymentStatus;
	readonly requester_id: string;
	readonly requester_org_id: string;
	/** The organization that owns the target. */
	readonly targetOrganizationId: string;
	readonly design: DesignAttributes;
}

/**
 * Whether the caller finds a deployment in the contract's lists, only among kept records, or not at
 * all.
 */
export type DeploymentVisibility = "listed" | "record" | "none";

export function deploymentVisibility(principal: Principal, attributes: DeploymentAttributes): DeploymentVisibility {
	const involved =
		principal.role === "operator" ||
		attributes.requester_id === principal.userId ||
		(principal.role === "administrator" && attributes.targetOrganizationId === principal.organizationId);
	if (!(LIVE_STATUSES as readonly DeploymentStatus[]).includes(attributes.status)) return involved ? "record" : "none";
	const ofOwnPeople = principal.role === "administrator" && attributes.requester_org_id === principal.organizationId;
	return involved || ofOwnPeople || designVisibility(principal, attributes.design) === "direct" ? "listed" : "none";
}

/**
 * Whether the caller sees the person: themselves; administrators their organization; operators
 * everybody.
 */
export function personVisible(principal: Principal, person: PersonAttributes): boolean {
	if (principal.role === "operator" || person.id === principal.userId) return true;
	return principal.role === "administrator" && person.organization_id === principal.organizationId;
}

/** Whether the caller administers the organization: their own, operators all. */
export function organizationVisible(principal: Principal, organization: { readonly id: string }): boolean {
	return principal.role === "operator" || organization.id === principal.organizationId;
}

/** The attributes of an API key that decide about access. */
export interface KeyAttributes {
	readonly revoked_at: Date | null;
	/** The user of the key. */
	readonly user: PersonAttributes;
}

/** Whether the caller sees the key: those of visible people, until revoked. */
export function keyVisible(principal: Principal, key: KeyAttributes): boolean {
	return key.revoked_at === null && personVisible(principal, key.user);
}

/** The attributes of an inventory source that decide about access. */
export interface SourceAttributes {
	/** Organizations that may use it; if empty, all may. */
	readonly organizationIds: readonly string[];
}

/** Whether the caller may use the inventory source. */
export function sourceUsable(
	principal: Pick<Principal, "role" | "organizationId">,
	attributes: SourceAttributes,
): boolean {
	return principal.role === "operator" || sourceUsableBy(principal.organizationId, attributes);
}

/** Whether an organization may use the inventory source. */
export function sourceUsableBy(organizationId: string, { organizationIds }: SourceAttributes): boolean {
	return organizationIds.length === 0 || organizationIds.includes(organizationId);
}

/** Whether the caller sees the target. */
export function targetVisible(principal: Principal, attributes: TargetAttributes): boolean {
	return mayAdministerTarget(principal, attributes) || targetAccepts(principal, attributes);
}
