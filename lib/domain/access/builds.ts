import { Prisma } from "@/lib/generated/prisma/client";
import { directlyVisibleDesigns, type Reading } from "./designs";
import type { Principal } from "./principal";

/**
 * Builds that the caller sees: those of directly visible designs, and those deployed on a target
 * that they administer.
 */
export function visibleBuilds(principal: Principal, reading: Reading = "together"): Prisma.Sql {
	const direct = directlyVisibleDesigns(principal, reading);
	if (principal.role !== "administrator") return direct;
	return Prisma.sql`(${direct} OR ${deployedOnOwnTarget(principal)})`;
}

/** Builds (alias `b`) with a deployment of any status on a target of the caller's organization. */
export function deployedOnOwnTarget(principal: Principal): Prisma.Sql {
	return Prisma.sql`EXISTS (SELECT 1 FROM deployments ax
		WHERE ax.build_id = b.id AND ax.target_org_id = ${principal.organizationId}::uuid)`;
}
