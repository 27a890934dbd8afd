import { Prisma } from "@/lib/generated/prisma/client";
import type { Principal } from "./principal";

/** Inventory sources that the caller may use; needs the alias `s`. */
export function usableSources(principal: Pick<Principal, "role" | "organizationId">): Prisma.Sql {
	if (principal.role === "operator") return Prisma.sql`TRUE`;
	return usableSourcesOf(principal.organizationId);
}

/** Inventory sources that an organization may use: those that name it, and those that name none. */
export function usableSourcesOf(organizationId: string): Prisma.Sql {
	return Prisma.sql`(NOT EXISTS (SELECT 1 FROM inventory_source_organizations o WHERE o.source_id = s.id)
		OR EXISTS (SELECT 1 FROM inventory_source_organizations o
			WHERE o.source_id = s.id AND o.organization_id = ${organizationId}::uuid))`;
}
