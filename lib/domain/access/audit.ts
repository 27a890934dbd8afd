import { Prisma } from "@/lib/generated/prisma/client";
import { visibleDeploymentRecords } from "./deployments";
import { anySharedDesign, seesColleagues, visibleDesigns } from "./designs";
import type { VisiblePart } from "./grounds";
import type { Principal } from "./principal";

/**
 * Audit events about a deployment are visible with the deployment, whatever its status.
 * Those of a deleted deployment stay visible to its actors only.
 */
export function visibleWithDeployment(principal: Principal): Prisma.Sql {
	return Prisma.sql`(audit_events.object_type <> 'deployment' OR audit_events.actor_id = ${principal.userId}::uuid OR EXISTS (
		SELECT 1 FROM deployments WHERE deployments.id = audit_events.object_id AND ${visibleDeploymentRecords(principal)}))`;
}

/**
 * Audit events in the history of a design whose contents the caller sees: those of
 * visible deployments; for administrators also those on their targets.
 */
export function visibleInDesignHistory(principal: Principal): Prisma.Sql {
	if (principal.role === "operator") return Prisma.sql`TRUE`;
	const withDeployment = visibleWithDeployment(principal);
	if (principal.role !== "administrator") return withDeployment;
	return Prisma.sql`(audit_events.organization_id = ${principal.organizationId}::uuid OR ${withDeployment})`;
}

/**
 * Designs whose names the caller may read, checked row by row: visible designs and
 * those of visible deployments.
 */
export function namedDesigns(principal: Principal): Prisma.Sql {
	// OFFSET prevents a plan that reads all deployments first.
	return Prisma.sql`(${visibleDesigns(principal, "per row")} OR EXISTS (SELECT 1 FROM deployments
		WHERE deployments.design_id = designs.id AND ${visibleDeploymentRecords(principal, "per row")} OFFSET 0))`;
}

/**
 * Whether the caller may read the address of an event: the actor, and administrators of the
 * organization concerned.
 */
export function mayKnowAddress(
	principal: Principal,
	event: { readonly actor_id: string | null; readonly organization_id: string | null },
): boolean {
	if (principal.role === "operator" || event.actor_id === principal.userId) return true;
	return principal.role === "administrator" && event.organization_id === principal.organizationId;
}

/**
 * Audit events that the caller reads, in disjoint parts: those of the administrator's
 * organization, those of its designs where the caller sees them all, and the caller's own.
 */
export function visibleAuditParts(principal: Principal): VisiblePart[] {
	if (principal.role === "operator") return [{ where: Prisma.sql`TRUE`, personal: false, counted: null }];
	const organization = Prisma.sql`${principal.organizationId}::uuid`;
	const ofDesigns = Prisma.sql`audit_events.design_org_id = ${organization} AND ${visibleWithDeployment(principal)}`;
	const personal = Prisma.sql`(audit_events.actor_id = ${principal.userId}::uuid OR (${visibleWithDeployment(principal)} AND audit_events.design_id = ANY (ARRAY(
			SELECT designs.id FROM designs WHERE designs.owner_id = ${principal.userId}::uuid OR designs.id = ${anySharedDesign(principal)}))))`;
	const part = (where: Prisma.Sql, personal = false): VisiblePart => ({ where, personal, counted: null });
	if (!seesColleagues(principal)) return [part(personal, true)];
	const own = Prisma.sql`${personal} AND audit_events.design_org_id IS DISTINCT FROM ${organization}`;
	if (principal.role !== "administrator") return [part(ofDesigns), part(own, true)];
	const elsewhere = Prisma.sql`audit_events.organization_id IS DISTINCT FROM ${organization}`;
	return [
		part(Prisma.sql`audit_events.organization_id = ${organization}`),
		part(Prisma.sql`${ofDesigns} AND ${elsewhere}`),
		part(Prisma.sql`${own} AND ${elsewhere}`, true),
	];
}
