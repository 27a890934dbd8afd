import { Prisma } from "@/lib/generated/prisma/client";
import type { Principal } from "./principal";

/** What decides about an inventory source. */
export interface SourceFacts {
	/** Organizations that may use it; none: all may. */
	readonly organizationIds: readonly string[];
}

/** Whether the caller may use the inventory source. Agrees with {@link usableSources}. */
export function sourceUsable(principal: Pick<Principal, "role" | "organizationId">, facts: SourceFacts): boolean {
	return principal.role === "operator" || sourceUsableBy(principal.organizationId, facts);
}

/** Whether an organization may use the inventory source. Agrees with {@link usableSourcesOf}. */
export function sourceUsableBy(organizationId: string, { organizationIds }: SourceFacts): boolean {
	return organizationIds.length === 0 || organizationIds.includes(organizationId);
}

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
