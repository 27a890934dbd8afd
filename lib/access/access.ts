import type { DeploymentStatus } from "@/lib/contract/deployment";
import { LIVE_STATUSES } from "@/lib/contract/transitions";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Principal } from "./principal";

/**
 * Every access rule of the service (design.md section 2), as a filter for queries and as a predicate for single rows.
 * The filters are SQL over the aliases `d` (designs), `x` (deployments), `b` (builds) and `t` (targets); a property test
 * holds filters and predicates against each other. What a filter leaves out does not exist for the caller.
 */

/** What decides about a design. */
export interface DesignFacts {
	readonly ownerId: string;
	readonly ownerOrgId: string;
	readonly collaborators: readonly {
		readonly userId: string | null;
		readonly organizationId: string | null;
		readonly canView: boolean;
		readonly canEdit: boolean;
	}[];
	/** Organizations of the targets that the design has a deployment on. */
	readonly targetOrganizationIds: readonly string[];
}

/** How a caller sees a design: wholly, through one of their organization's targets only, or not at all. */
export type DesignSight = "direct" | "through_target" | "none";

const administers = (principal: Principal) => principal.role === "administrator" || principal.role === "operator";

function isCollaborator(principal: Principal, facts: DesignFacts, right: "canView" | "canEdit"): boolean {
	return facts.collaborators.some(
		(entry) =>
			(entry[right] || (right === "canView" && entry.canEdit)) &&
			(entry.userId === principal.userId || entry.organizationId === principal.organizationId),
	);
}

/** How the caller sees the design. Agrees with {@link visibleDesigns} and {@link directlyVisibleDesigns}. */
export function designSight(principal: Principal, facts: DesignFacts): DesignSight {
	if (
		principal.role === "operator" ||
		facts.ownerId === principal.userId ||
		facts.ownerOrgId === principal.organizationId ||
		isCollaborator(principal, facts, "canView")
	) {
		return "direct";
	}
	if (principal.role === "administrator" && facts.targetOrganizationIds.includes(principal.organizationId)) {
		return "through_target";
	}
	return "none";
}

/** Of how many rows a filter is asked: whether what it compares with is read once for the whole query, or for each row. */
export type Asked = "of many" | "of few";

/** Designs that the caller sees as owner, colleague, collaborator or operator. */
export function directlyVisibleDesigns(principal: Principal, asked: Asked = "of many"): Prisma.Sql {
	if (principal.role === "operator") return Prisma.sql`TRUE`;
	return Prisma.sql`(
		d.owner_id = ${principal.userId}::uuid
		OR d.owner_org_id = ${principal.organizationId}::uuid
		OR ${isShared(principal, Prisma.sql`d.id`, asked)})`;
}

/** Of designs that the caller does not see as a colleague of their owner. */
function isShared(principal: Principal, design: Prisma.Sql, asked: Asked): Prisma.Sql {
	if (asked === "of many") return Prisma.sql`${design} = ${anyDesignSharedFromElsewhere(principal)}`;
	// OFFSET keeps it from being read for all designs at once.
	return Prisma.sql`EXISTS (SELECT 1 FROM design_collaborators c WHERE c.design_id = ${design} AND (c.can_view OR c.can_edit)
		AND (c.user_id = ${principal.userId}::uuid OR c.organization_id = ${principal.organizationId}::uuid) OFFSET 0)`;
}

/** To compare a design's id with: the designs shared with the caller, read once for a whole query. */
export function anySharedDesign(principal: Principal): Prisma.Sql {
	return Prisma.sql`ANY (ARRAY(${sharedDesigns(principal)}))`;
}

/** The same without those of the caller's own organization, which its people see anyway: mostly few of them are left. */
export function anyDesignSharedFromElsewhere(principal: Principal): Prisma.Sql {
	return Prisma.sql`ANY (ARRAY(${sharedDesigns(principal)} AND c.owner_org_id <> ${principal.organizationId}::uuid))`;
}

function sharedDesigns(principal: Principal): Prisma.Sql {
	return Prisma.sql`SELECT c.design_id FROM design_collaborators c WHERE (c.can_view OR c.can_edit)
		AND (c.user_id = ${principal.userId}::uuid OR c.organization_id = ${principal.organizationId}::uuid)`;
}

/** Designs that the caller sees at all: directly, or through a target that they administer. */
export function visibleDesigns(principal: Principal, asked: Asked = "of many"): Prisma.Sql {
	const direct = directlyVisibleDesigns(principal, asked);
	if (principal.role !== "administrator") return direct;
	return Prisma.sql`(${direct} OR EXISTS (
		SELECT 1 FROM deployments ax WHERE ax.design_id = d.id AND ax.target_org_id = ${principal.organizationId}::uuid))`;
}

/** What decides about a deployment. */
export interface DeploymentFacts {
	readonly status: DeploymentStatus;
	readonly requesterId: string;
	readonly requesterOrgId: string;
	/** The organization that owns the target. */
	readonly targetOrganizationId: string;
	readonly design: DesignFacts;
}

/** Whether a caller finds a deployment in the contract's lists, only among what is kept for the record, or nowhere. */
export type DeploymentSight = "listed" | "record" | "none";

/** How the caller sees the deployment. Agrees with {@link visibleDeployments} and {@link visibleDeploymentRecords}. */
export function deploymentSight(principal: Principal, facts: DeploymentFacts): DeploymentSight {
	const involved =
		principal.role === "operator" ||
		facts.requesterId === principal.userId ||
		(principal.role === "administrator" && facts.targetOrganizationId === principal.organizationId);
	if (!(LIVE_STATUSES as readonly DeploymentStatus[]).includes(facts.status)) return involved ? "record" : "none";
	const ofOwnPeople = principal.role === "administrator" && facts.requesterOrgId === principal.organizationId;
	return involved || ofOwnPeople || designSight(principal, facts.design) === "direct" ? "listed" : "none";
}

/**
 * Deployments in a status of the contract's lists, by what deployments themselves know of owners and targets.
 * Administrators see what their own people requested, or they could not cancel it.
 */
export function visibleDeployments(principal: Principal, alias: "x" | "r" = "x", asked: Asked = "of many"): Prisma.Sql {
	const x = Prisma.raw(alias);
	const listed = listedDeployments(alias);
	if (principal.role === "operator") return listed;
	const { userId, organizationId } = principal;
	const ofDesigner = Prisma.sql`${x}.owner_org_id = ${organizationId}::uuid OR ${x}.owner_id = ${userId}::uuid
		OR ${x}.requester_id = ${userId}::uuid OR ${isShared(principal, Prisma.sql`${x}.design_id`, asked)}`;
	if (principal.role === "administrator") {
		return Prisma.sql`(${listed} AND (${x}.target_org_id = ${organizationId}::uuid
			OR ${x}.requester_org_id = ${organizationId}::uuid OR ${ofDesigner}))`;
	}
	return Prisma.sql`(${listed} AND (${ofDesigner}))`;
}

/** Deployments in a status of the contract's lists, whoever asks. */
export function listedDeployments(alias: "x" | "r" | "n" = "x"): Prisma.Sql {
	return Prisma.sql`${Prisma.raw(alias)}.status IN ('requested', 'activated', 'deactivated')`;
}

/** Deployments in every internal status: also those kept for the record, for their administrators, requester and operators. */
export function visibleDeploymentRecords(principal: Principal, asked: Asked = "of many"): Prisma.Sql {
	if (principal.role === "operator") return Prisma.sql`TRUE`;
	const listed = visibleDeployments(principal, "x", asked);
	const own = Prisma.sql`x.requester_id = ${principal.userId}::uuid`;
	if (principal.role === "administrator") {
		return Prisma.sql`(x.target_org_id = ${principal.organizationId}::uuid OR ${own} OR ${listed})`;
	}
	return Prisma.sql`(${own} OR ${listed})`;
}

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

/** What decides about a target. */
export interface TargetFacts {
	readonly organizationId: string;
	/** Organizations whose requests it accepts. */
	readonly acceptedOrganizationIds: readonly string[];
}

/** Whether the caller sees the target. Agrees with {@link visibleTargets}. */
export function targetVisible(principal: Principal, facts: TargetFacts): boolean {
	return mayAdministerTarget(principal, facts) || targetAccepts(principal, facts);
}

/** Targets that the caller administers or may request deployments to; needs the alias `t`. */
export function visibleTargets(principal: Principal): Prisma.Sql {
	if (principal.role === "operator") return Prisma.sql`TRUE`;
	const accepting = acceptingTargets(principal);
	if (principal.role !== "administrator") return accepting;
	return Prisma.sql`(t.organization_id = ${principal.organizationId}::uuid OR ${accepting})`;
}

/** Whether the target accepts requests from the caller's organization. Agrees with {@link acceptingTargets}. */
export function targetAccepts(principal: Principal, facts: Pick<TargetFacts, "acceptedOrganizationIds">): boolean {
	return facts.acceptedOrganizationIds.includes(principal.organizationId);
}

/** Targets that accept requests from the caller's organization; needs the alias `t`. */
export function acceptingTargets(principal: Principal): Prisma.Sql {
	return Prisma.sql`EXISTS (SELECT 1 FROM target_accepted_organizations a
		WHERE a.target_id = t.id AND a.organization_id = ${principal.organizationId}::uuid)`;
}

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

/** Whether the caller administers targets at all: where not, {@link administeredTargets} leaves none. */
export function administersTargets(principal: Principal): boolean {
	return principal.role === "administrator" || principal.role === "operator";
}

/** Targets that the caller administers; needs the alias `t`. Agrees with {@link mayAdministerTarget}. */
export function administeredTargets(principal: Principal): Prisma.Sql {
	if (principal.role === "operator") return Prisma.sql`TRUE`;
	if (!administersTargets(principal)) return Prisma.sql`FALSE`;
	return Prisma.sql`t.organization_id = ${principal.organizationId}::uuid`;
}

/** Whether something that was granted to a user or an organization was the caller's; everything is an operator's. */
export function namesCaller(
	principal: Principal,
	grant: { readonly userId: string | null; readonly organizationId: string | null },
): boolean {
	if (principal.role === "operator") return grant.userId !== null || grant.organizationId !== null;
	return grant.userId === principal.userId || grant.organizationId === principal.organizationId;
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

/** Saved views that the caller sees: their own, and those that colleagues share; needs the alias `v`. */
export function visibleViews(principal: Principal): Prisma.Sql {
	return Prisma.sql`(v.owner_id = ${principal.userId}::uuid
		OR (v.shared AND v.organization_id = ${principal.organizationId}::uuid))`;
}

/** Delete a saved view that one sees: one's own, and as administrator what colleagues share, who may be gone. */
export function mayDeleteView(principal: Principal, view: { ownerId: string; organizationId: string }): boolean {
	if (view.ownerId === principal.userId) return true;
	return administers(principal) && view.organizationId === principal.organizationId;
}

/**
 * Audit events about a deployment (alias `e`) are for who sees the deployment, also among what is kept for the record; one that
 * was deleted nobody sees any more but those who have authority over its target.
 */
export function visibleWithDeployment(principal: Principal): Prisma.Sql {
	return Prisma.sql`(e.object_type <> 'deployment' OR e.actor_id = ${principal.userId}::uuid OR EXISTS (
		SELECT 1 FROM deployments x WHERE x.id = e.object_id AND ${visibleDeploymentRecords(principal)}))`;
}

/**
 * The audit events (alias `e`) of a design whose contents the caller sees that they may read: those of its deployments as in the
 * audit list; administrators also what happened on their targets.
 */
export function visibleInDesignHistory(principal: Principal): Prisma.Sql {
	if (principal.role === "operator") return Prisma.sql`TRUE`;
	const withDeployment = visibleWithDeployment(principal);
	if (principal.role !== "administrator") return withDeployment;
	return Prisma.sql`(e.organization_id = ${principal.organizationId}::uuid OR ${withDeployment})`;
}

/** Whether the caller may know from which address somebody acted: who has authority where it was, and the one who acted. */
export function mayKnowAddress(
	principal: Principal,
	event: { readonly actorId: string | null; readonly organizationId: string | null },
): boolean {
	if (principal.role === "operator" || event.actorId === principal.userId) return true;
	return principal.role === "administrator" && event.organizationId === principal.organizationId;
}

/** Edit a design, or request a build of it. */
export function mayEditDesign(principal: Principal, facts: DesignFacts): boolean {
	if (principal.role === "operator") return true;
	if (principal.role === "administrator" && facts.ownerOrgId === principal.organizationId) return true;
	return principal.mayManage && (facts.ownerId === principal.userId || isCollaborator(principal, facts, "canEdit"));
}

/** Share a design, set its visibility tags, delete it. */
export function mayShareDesign(principal: Principal, facts: DesignFacts): boolean {
	if (principal.role === "operator") return true;
	if (principal.role === "administrator" && facts.ownerOrgId === principal.organizationId) return true;
	return principal.mayManage && facts.ownerId === principal.userId;
}

/** Make a design, be it as a copy of another. */
export function mayCreateDesign(principal: Principal): boolean {
	return principal.mayManage || administers(principal);
}

/** Give a design a price of its own: whoever answers for what its organization is charged. */
export function mayPriceDesign(principal: Principal, facts: Pick<DesignFacts, "ownerOrgId">): boolean {
	if (principal.role === "operator") return true;
	return principal.role === "administrator" && facts.ownerOrgId === principal.organizationId;
}

/** What only operators do: give a design another owner, upload targeting files made elsewhere, settle failed builds. */
export function mayOperate(principal: Principal): boolean {
	return principal.role === "operator";
}

/** Request deployment of a build of the design. */
export function mayRequestDeployment(principal: Principal, facts: DesignFacts): boolean {
	return (principal.mayManage || administers(principal)) && designSight(principal, facts) === "direct";
}

/** Activate, reject, deactivate, delete and tag on a target. */
export function mayAdministerTarget(principal: Principal, target: { organizationId: string }): boolean {
	if (principal.role === "operator") return true;
	return principal.role === "administrator" && target.organizationId === principal.organizationId;
}

/**
 * Whether a target's four-eyes rule leaves a deployment's activation to others: nobody activates what they requested
 * themselves, operators included (design.md section 7).
 */
export function barredByFourEyes(
	principal: Pick<Principal, "userId">,
	deployment: { requesterId: string; target: { fourEyes: boolean } },
): boolean {
	return deployment.target.fourEyes && deployment.requesterId === principal.userId;
}

/** Why a rule refuses the caller, in words: because their key lacks the scope `manage` alone, or otherwise. */
export function whyRefused(principal: Principal, rule: (caller: Principal) => boolean, otherwise: string): string {
	const lacksScope = !principal.mayManage && rule({ ...principal, mayManage: true });
	return lacksScope ? "this key does not carry the scope 'manage'" : otherwise;
}

/** Cancel a deployment request. */
export function mayCancelDeployment(
	principal: Principal,
	deployment: { requesterId: string; requesterOrgId: string },
): boolean {
	if (principal.role === "operator") return true;
	if (principal.role === "administrator" && deployment.requesterOrgId === principal.organizationId) return true;
	return principal.mayManage && deployment.requesterId === principal.userId;
}
