import { Prisma } from "@/lib/generated/prisma/client";
import type { Principal } from "./principal";
import { administers } from "./roles";

/** The attributes of a target that decide about access. */
export interface TargetAttributes {
	readonly organization_id: string;
	/** Organizations whose requests it accepts. */
	readonly acceptedOrganizationIds: readonly string[];
}

/** Targets that the caller administers or may request deployments to. */
export function visibleTargets(principal: Principal): Prisma.Sql {
	if (principal.role === "operator") return Prisma.sql`TRUE`;
	const accepting = acceptingTargets(principal);
	if (principal.role !== "administrator") return accepting;
	return Prisma.sql`(targets.organization_id = ${principal.organizationId}::uuid OR ${accepting})`;
}

/**
 * Whether the target accepts requests from the caller's organization. Agrees with {@link
 * acceptingTargets}.
 */
export function targetAccepts(
	principal: Principal,
	target: Pick<TargetAttributes, "acceptedOrganizationIds">,
): boolean {
	return target.acceptedOrganizationIds.includes(principal.organizationId);
}

/** Targets that accept requests from the caller's organization. */
export function acceptingTargets(principal: Principal): Prisma.Sql {
	return Prisma.sql`EXISTS (SELECT 1 FROM target_accepted_organizations a
		WHERE a.target_id = targets.id AND a.organization_id = ${principal.organizationId}::uuid)`;
}

/** Whether the caller may activate, reject, deactivate, delete and tag on the target. */
export function mayAdministerTarget(principal: Principal, target: { organization_id: string }): boolean {
	if (principal.role === "operator") return true;
	return principal.role === "administrator" && target.organization_id === principal.organizationId;
}

/** People who administer a target (tables `users` and `targets`), as {@link mayAdministerTarget}. */
export function administeringPeople(): Prisma.Sql {
	return Prisma.sql`(users.disabled_at IS NULL AND (users.role = 'operator'
		OR (users.role = 'administrator' AND users.organization_id = targets.organization_id)))`;
}

/** Targets that the caller administers. Agrees with {@link mayAdministerTarget}. */
export function administeredTargets(principal: Principal): Prisma.Sql {
	if (principal.role === "operator") return Prisma.sql`TRUE`;
	if (!administers(principal)) return Prisma.sql`FALSE`;
	return Prisma.sql`targets.organization_id = ${principal.organizationId}::uuid`;
}
