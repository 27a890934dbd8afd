import { Prisma } from "@/lib/generated/prisma/client";
import { anyGround, type Ground, partsOf, type VisiblePart } from "./grounds";
import type { Principal } from "./principal";
import { administers } from "./roles";

/** The attributes of a design that decide about access. */
export interface DesignAttributes {
	readonly owner_id: string;
	readonly owner_org_id: string;
	readonly collaborators: readonly {
		readonly user_id: string | null;
		readonly organization_id: string | null;
		readonly can_view: boolean;
		readonly can_edit: boolean;
	}[];
	/** Organizations of the targets with a deployment of the design. */
	readonly targetOrganizationIds: readonly string[];
}

/**
 * How a caller sees a design: directly, only through a target of their organization, or not at all.
 */
export type DesignVisibility = "direct" | "through_target" | "none";

function isCollaborator(principal: Principal, design: DesignAttributes, right: "can_view" | "can_edit"): boolean {
	return design.collaborators.some(
		(entry) =>
			(entry[right] || entry.can_edit) &&
			(entry.user_id === principal.userId || entry.organization_id === principal.organizationId),
	);
}

/** Whether the caller sees all designs of their own organization (its `members_see`). */
export function seesColleagues(principal: Principal): boolean {
	return administers(principal) || principal.membersSee === "all";
}

/** Agrees with {@link visibleDesigns} and {@link directlyVisibleDesigns}. */
export function designVisibility(principal: Principal, design: DesignAttributes): DesignVisibility {
	if (
		principal.role === "operator" ||
		design.owner_id === principal.userId ||
		(design.owner_org_id === principal.organizationId && seesColleagues(principal)) ||
		isCollaborator(principal, design, "can_view")
	) {
		return "direct";
	}
	if (principal.role === "administrator" && design.targetOrganizationIds.includes(principal.organizationId)) {
		return "through_target";
	}
	return "none";
}

/** How often the subqueries of a condition run: once for the whole query, or for each row. */
export type Subqueries = "once" | "per row";

/**
 * Why the caller sees a design directly: as owner, colleague, collaborator or operator.
 */
export function directGrounds(principal: Principal, subqueries: Subqueries = "once"): Ground[] {
	if (principal.role === "operator")
		return [{ where: Prisma.sql`TRUE`, counted: { list: "designs", where: Prisma.sql`TRUE` } }];
	const personal = [
		{ where: ownApart("designs.owner_id", "designs.owner_org_id", principal) },
		{ where: isShared(principal, Prisma.sql`designs.id`, subqueries) },
	];
	if (!seesColleagues(principal)) return personal;
	const organization = Prisma.sql`${principal.organizationId}::uuid`;
	return [
		{
			where: Prisma.sql`designs.owner_org_id = ${organization}`,
			counted: { list: "designs", where: Prisma.sql`list_counts.owner_org_id = ${organization}` },
		},
		...personal,
	];
}

/**
 * Why an administrator sees a design through a target: it has a deployment there, of any status.
 */
export function throughTarget(principal: Principal, subqueries: Subqueries = "once"): Ground[] {
	if (principal.role !== "administrator") return [];
	// OFFSET prevents a plan that reads them for all designs at once.
	const each = subqueries === "per row" ? Prisma.sql`OFFSET 0` : Prisma.empty;
	const organization = Prisma.sql`${principal.organizationId}::uuid`;
	return [
		{
			where: Prisma.sql`EXISTS (SELECT 1 FROM design_targets
				WHERE design_targets.design_id = designs.id AND design_targets.target_org_id = ${organization} ${each})`,
			counted: { list: "design_targets", where: Prisma.sql`list_counts.target_org_id = ${organization}` },
		},
	];
}

/**
 * Rows of a person that they do not see for the sake of their organization: two ranges of an index,
 * or one where members see their own alone.
 */
export function ownApart(person: string, organization: string, principal: Principal): Prisma.Sql {
	const own = Prisma.sql`${Prisma.raw(person)} = ${principal.userId}::uuid`;
	if (!seesColleagues(principal)) return own;
	const mine = Prisma.sql`${own} AND ${Prisma.raw(organization)}`;
	return Prisma.sql`((${mine} < ${principal.organizationId}::uuid) OR (${mine} > ${principal.organizationId}::uuid))`;
}

/** Designs that the caller sees as owner, colleague, collaborator or operator. */
export function directlyVisibleDesigns(principal: Principal, subqueries: Subqueries = "once"): Prisma.Sql {
	return anyGround(directGrounds(principal, subqueries));
}

/** Designs that the caller sees directly or through a target that they administer. */
export function visibleDesigns(principal: Principal, subqueries: Subqueries = "once"): Prisma.Sql {
	return anyGround([...directGrounds(principal, subqueries), ...throughTarget(principal, subqueries)]);
}

/**
 * Rows of `design_targets` whose designs the caller sees through a target only. It looks each one
 * up among the few personal designs, and reads no other designs.
 */
export function onTargetAlone(principal: Principal): Prisma.Sql {
	const organization = Prisma.sql`${principal.organizationId}::uuid`;
	return Prisma.sql`design_targets.target_org_id = ${organization} AND design_targets.owner_org_id <> ${organization}
		AND design_targets.design_id NOT IN (SELECT designs.id FROM designs WHERE ${ownApart("designs.owner_id", "designs.owner_org_id", principal)})
		AND design_targets.design_id NOT IN (${sharedDesigns(principal)})`;
}

/** {@link visibleDesigns} in parts. */
export function visibleDesignParts(principal: Principal): VisiblePart[] {
	return partsOf([...directGrounds(principal), ...throughTarget(principal)]);
}

/**
 * Designs that are shared with the caller, but those that they see for the sake of their
 * organization.
 */
export function isShared(principal: Principal, design: Prisma.Sql, subqueries: Subqueries): Prisma.Sql {
	if (subqueries === "once") {
		const elsewhere = seesColleagues(principal)
			? Prisma.sql`AND c.owner_org_id <> ${principal.organizationId}::uuid`
			: Prisma.empty;
		return Prisma.sql`${design} = ANY (ARRAY(${sharedDesigns(principal)} ${elsewhere}))`;
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
	if (principal.role === "administrator" && design.owner_org_id === principal.organizationId) return true;
	return principal.mayManage && (design.owner_id === principal.userId || isCollaborator(principal, design, "can_edit"));
}

/** Whether the caller may share the design, set its visibility tags and delete it. */
export function mayShareDesign(principal: Principal, design: DesignAttributes): boolean {
	if (principal.role === "operator") return true;
	if (principal.role === "administrator" && design.owner_org_id === principal.organizationId) return true;
	return principal.mayManage && design.owner_id === principal.userId;
}

/** Whether the caller may create designs, copies included. */
export function mayCreateDesign(principal: Principal): boolean {
	return principal.mayManage || administers(principal);
}

/** Whether the caller may set the design's own price. */
export function mayPriceDesign(principal: Principal, design: Pick<DesignAttributes, "owner_org_id">): boolean {
	if (principal.role === "operator") return true;
	return principal.role === "administrator" && design.owner_org_id === principal.organizationId;
}

/**
 * Whether a grant to a user or an organization concerns the caller; every grant concerns operators.
 */
export function namesCaller(
	principal: Principal,
	grant: { readonly user_id: string | null; readonly organization_id: string | null },
): boolean {
	if (principal.role === "operator") return grant.user_id !== null || grant.organization_id !== null;
	return grant.user_id === principal.userId || grant.organization_id === principal.organizationId;
}
