import { Prisma } from "@/lib/generated/prisma/client";
import { directlyVisibleDesigns, type Subqueries } from "./designs";
import type { Principal } from "./principal";

/**
 * Builds that the caller sees: those of directly visible designs, and those deployed on a target
 * that they administer.
 */
export function visibleBuilds(principal: Principal, subqueries: Subqueries = "once"): Prisma.Sql {
	const direct = directlyVisibleDesigns(principal, subqueries);
	if (principal.role !== "administrator") return direct;
	return Prisma.sql`(${direct} OR ${deployedOnOwnTarget(principal)})`;
}

/** Builds with a deployment of any status on a target of the caller's organization. */
export function deployedOnOwnTarget(principal: Principal): Prisma.Sql {
	return Prisma.sql`EXISTS (SELECT 1 FROM deployments ax
		WHERE ax.build_id = builds.id AND ax.target_org_id = ${principal.organizationId}::uuid)`;
}
