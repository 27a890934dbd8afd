import { Prisma } from "@/lib/generated/prisma/client";
import type { Principal } from "./principal";
import { administers } from "./roles";

/**
 * Saved views (table `saved_views`) that the caller sees: their own, and those that colleagues
 * share.
 */
export function visibleViews(principal: Principal): Prisma.Sql {
	return Prisma.sql`(saved_views.owner_id = ${principal.userId}::uuid
		OR (saved_views.shared AND saved_views.organization_id = ${principal.organizationId}::uuid))`;
}

/**
 * Whether the caller may delete a visible view: their own, and as an administrator those of
 * colleagues, who may have left.
 */
export function mayDeleteView(principal: Principal, view: { owner_id: string; organization_id: string }): boolean {
	if (view.owner_id === principal.userId) return true;
	return administers(principal) && view.organization_id === principal.organizationId;
}
