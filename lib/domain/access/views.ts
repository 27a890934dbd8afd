import { Prisma } from "@/lib/generated/prisma/client";
import type { Principal } from "./principal";
import { administers } from "./roles";

/** Saved views that the caller sees: their own, and those that colleagues share; over the table `saved_views`. */
export function visibleViews(principal: Principal): Prisma.Sql {
	return Prisma.sql`(saved_views.owner_id = ${principal.userId}::uuid
		OR (saved_views.shared AND saved_views.organization_id = ${principal.organizationId}::uuid))`;
}

/** Delete a saved view that one sees: one's own, and as administrator what colleagues share, who may be gone. */
export function mayDeleteView(principal: Principal, view: { ownerId: string; organizationId: string }): boolean {
	if (view.ownerId === principal.userId) return true;
	return administers(principal) && view.organizationId === principal.organizationId;
}
