import { Prisma } from "@/lib/generated/prisma/client";
import { type Asked, type DesignFacts, designSight, directlyVisibleDesigns } from "./designs";
import type { Principal } from "./principal";

/** What decides about a build. */
export interface BuildFacts {
	readonly design: DesignFacts;
	/** Organizations of the targets that the build has a deployment on, in whatever status. */
	readonly targetOrganizationIds: readonly string[];
}

/** Whether the caller sees the build. Agrees with {@link visibleBuilds}. */
export function buildVisible(principal: Principal, facts: BuildFacts): boolean {
	if (designSight(principal, facts.design) === "direct") return true;
	return principal.role === "administrator" && facts.targetOrganizationIds.includes(principal.organizationId);
}

/** Builds that the caller sees: those of designs seen directly, and those deployed on a target that they administer. */
export function visibleBuilds(principal: Principal, asked: Asked = "of many"): Prisma.Sql {
	const direct = directlyVisibleDesigns(principal, asked);
	if (principal.role !== "administrator") return direct;
	return Prisma.sql`(${direct} OR ${deployedOnOwnTarget(principal)})`;
}

/** Builds (alias `b`) with a deployment on a target of the caller's organization, in whatever status. */
export function deployedOnOwnTarget(principal: Principal): Prisma.Sql {
	return Prisma.sql`EXISTS (SELECT 1 FROM deployments ax
		WHERE ax.build_id = b.id AND ax.target_org_id = ${principal.organizationId}::uuid)`;
}
