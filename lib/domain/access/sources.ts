import { Prisma } from "@/lib/generated/prisma/client";
import type { Principal } from "./principal";

/** Inventory sources that the caller may use. */
export function usableSources(principal: Pick<Principal, "role" | "organizationId">): Prisma.Sql {
	if (principal.role === "operator") return Prisma.sql`TRUE`;
	return usableSourcesOf(principal.organizationId);
}

/**
 * Inventory sources that an organization may use: those without organizations, and
 * those with this one.
 */
export function usableSourcesOf(organizationId: string): Prisma.Sql {
	return Prisma.sql`(NOT EXISTS (SELECT 1 FROM inventory_source_organizations o WHERE o.source_id = inventory_sources.id)
		OR EXISTS (SELECT 1 FROM inventory_source_organizations o
			WHERE o.source_id = inventory_sources.id AND o.organization_id = ${organizationId}::uuid))`;
}
