import { Prisma } from "@/lib/generated/prisma/client";
import { anyGround, type Ground, partsOf, type VisiblePart } from "./grounds";
import type { Principal } from "./principal";
import { administers } from "./roles";

/** The attributes of a design that decide about access. */
export interface DesignAttributes {
	readonly ownerId: string;
	readonly ownerOrgId: string;
	readonly collaborators: readonly {
		readonly userId: string | null;
		readonly organizationId: string | null;
		readonly canView: boolean;
		readonly canEdit: boolean;
	}[];
	/** Organizations of the targets with a deployment of the design. */
	readonly targetOrganizationIds: readonly string[];
}

/**
 * How a caller sees a design: directly, only through a target of their organization, or not at all.
 */
export type DesignVisibility = "direct" | "through_target" | "none";

function isCollaborator(principal: Principal, design: DesignAttributes, right: "canView" | "canEdit"): boolean {
	return design.collaborators.some(
		(entry) =>
			(entry[right] || (right === "canView" && entry.canEdit)) &&
			(entry.userId === principal.userId || entry.organizationId === principal.organizationId),
	);
}

/** Agrees with {@link visibleDesigns} and {@link directlyVisibleDesigns}. */
export function designVisibility(principal: Principal, design: DesignAttributes): DesignVisibility {
	if (
		principal.role === "operator" ||
		design.ownerId === principal.userId ||
		design.ownerOrgId === principal.organizationId ||
		isCollaborator(principal, design, "canView")
	) {
		return "direct";
	}
	if (principal.role === "administrator" && design.targetOrganizationIds.includes(principal.organizationId)) {
		return "through_target";
	}
	return "none";
}

/** Whether a condition's subqueries run once for the whole query or once for each row. */
export type Reading = "together" | "one by one";

/**
 * Why the caller sees a design (alias `d`) directly: as owner, colleague, collaborator or operator.
 */
export function directGrounds(principal: Principal, reading: Reading = "together"): Ground[] {
	if (principal.role === "operator")
		return [{ where: Prisma.sql`TRUE`, counted: { list: "designs", where: Prisma.sql`TRUE` } }];
	const organization = Prisma.sql`${principal.organizationId}::uuid`;
	return [
		{
			where: Prisma.sql`d.owner_org_id = ${organization}`,
			counted: { list: "designs", where: Prisma.sql`n.owner_org_id = ${organization}` },
		},
		{ where: ownElsewhere("d.owner_id", "d.owner_org_id", principal) },
		{ where: isShared(principal, Prisma.sql`d.id`, reading) },
	];
}

/**
 * Why an administrator sees a design through a target: it has a deployment there, of any status.
 */
export function throughTarget(principal: Principal, reading: Reading = "together"): Ground[] {
	if (principal.role !== "administrator") return [];
	// OFFSET prevents a plan that reads them for all designs at once.
	const each = reading === "one by one" ? Prisma.sql`OFFSET 0` : Prisma.empty;
	const organization = Prisma.sql`${principal.organizationId}::uuid`;
	return [
		{
			where: Prisma.sql`EXISTS (SELECT 1 FROM design_targets g
				WHERE g.design_id = d.id AND g.target_org_id = ${organization} ${each})`,
			counted: { list: "design_targets", where: Prisma.sql`n.target_org_id = ${organization}` },
		},
	];
}

/** Rows of the caller that belong to another organization than theirs: two ranges of an index. */
export function ownElsewhere(person: string, organization: string, principal: Principal): Prisma.Sql {
	const mine = Prisma.sql`${Prisma.raw(person)} = ${principal.userId}::uuid AND ${Prisma.raw(organization)}`;
	return Prisma.sql`((${mine} < ${principal.organizationId}::uuid) OR (${mine} > ${principal.organizationId}::uuid))`;
}

/** Designs that the caller sees as owner, colleague, collaborator or operator. */
export function directlyVisibleDesigns(principal: Principal, reading: Reading = "together"): Prisma.Sql {
	return anyGround(directGrounds(principal, reading));
}

/** Designs that the caller sees directly or through a target that they administer. */
export function visibleDesigns(principal: Principal, reading: Reading = "together"): Prisma.Sql {
	return anyGround([...directGrounds(principal, reading), ...throughTarget(principal, reading)]);
}

/**
 * Of designs on the organization's targets (alias `g`): those that the caller does not see directly. Each row is looked up among
 * the personal ones, of which there are few, and the designs themselves are not read.
 */
export function onTargetAlone(principal: Principal): Prisma.Sql {
	const organization = Prisma.sql`${principal.organizationId}::uuid`;
	return Prisma.sql`g.target_org_id = ${organization} AND g.owner_org_id <> ${organization}
		AND g.design_id NOT IN (SELECT d.id FROM designs d WHERE ${ownElsewhere("d.owner_id", "d.owner_org_id", principal)})
		AND g.design_id NOT IN (${sharedDesigns(principal)})`;
}

/** {@link visibleDesigns} in parts. */
export function visibleDesignParts(principal: Principal): VisiblePart[] {
	return partsOf([...directGrounds(principal), ...throughTarget(principal)]);
}

/** Designs that are shared with the caller by another organization. */
export function isShared(principal: Principal, design: Prisma.Sql, reading: Reading): Prisma.Sql {
	if (reading === "together") {
		return Prisma.sql`${design} = ANY (ARRAY(${sharedDesigns(principal)} AND c.owner_org_id <> ${principal.organizationId}::uuid))`;
	}
	// OFFSET prevents a plan that reads it for all designs at once.
	return Prisma.sql`EXISTS (${sharedDesigns(principal)} AND c.design_id = ${design} OFFSET 0)`;
}

/**
 * For comparison with a design's id: the designs shared with the caller, read once for a whole
 * query.
 */
export function anySharedDesign(principal: Principal): Prisma.Sql {
	return Prisma.sql`ANY (ARRAY(${sharedDesigns(principal)}))`;
}

function sharedDesigns(principal: Principal): Prisma.Sql {
	return Prisma.sql`SELECT c.design_id FROM design_collaborators c WHERE (c.can_view OR c.can_edit)
		AND (c.user_id = ${principal.userId}::uuid OR c.organization_id = ${principal.organizationId}::uuid)`;
}

/** Whether the caller may edit the design and request builds of it. */
export function mayEditDesign(principal: Principal, design: DesignAttributes): boolean {
	if (principal.role === "operator") return true;
	if (principal.role === "administrator" && design.ownerOrgId === principal.organizationId) return true;
	return principal.mayManage && (design.ownerId === principal.userId || isCollaborator(principal, design, "canEdit"));
}

/** Whether the caller may share the design, set its visibility tags and delete it. */
export function mayShareDesign(principal: Principal, design: DesignAttributes): boolean {
	if (principal.role === "operator") return true;
	if (principal.role === "administrator" && design.ownerOrgId === principal.organizationId) return true;
	return principal.mayManage && design.ownerId === principal.userId;
}

/** Whether the caller may create designs, copies included. */
export function mayCreateDesign(principal: Principal): boolean {
	return principal.mayManage || administers(principal);
}

/** Whether the caller may set the design's own price. */
export function mayPriceDesign(principal: Principal, design: Pick<DesignAttributes, "ownerOrgId">): boolean {
	if (principal.role === "operator") return true;
	return principal.role === "administrator" && design.ownerOrgId === principal.organizationId;
}

/**
 * Whether a grant to a user or an organization concerns the caller; every grant concerns operators.
 */
export function namesCaller(
	principal: Principal,
	grant: { readonly userId: string | null; readonly organizationId: string | null },
): boolean {
	if (principal.role === "operator") return grant.userId !== null || grant.organizationId !== null;
	return grant.userId === principal.userId || grant.organizationId === principal.organizationId;
}
