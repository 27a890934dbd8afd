import { Prisma } from "@/lib/generated/prisma/client";
import type { MembersSee, Role } from "@/lib/generated/prisma/enums";
import { visibleDeploymentRecords } from "./deployments";
import type { Principal } from "./principal";
import { administers } from "./roles";

/** An id that no user has: personal rights, such as those of an owner, do not apply to it. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** The attributes of a webhook that decide which events it gets. */
export interface WebhookAttributes {
	/** Null: of the whole service. */
	readonly organization_id: string | null;
	readonly owner: {
		readonly id: string;
		readonly email: string;
		readonly role: Role;
		readonly organization_id: string;
		readonly disabled_at: Date | null;
		readonly organization: { readonly slug: string; readonly members_see: MembersSee };
	};
}

/** Whether the caller may have webhooks; an access token, which a browser holds, may not. */
export function mayHaveWebhooks(principal: Principal): boolean {
	return administers(principal) && principal.credential.kind !== "access_token";
}

/** Webhooks (alias `w`) that the caller sees and may change. */
export function visibleWebhooksSql(principal: Principal): Prisma.Sql {
	if (!mayHaveWebhooks(principal)) return Prisma.sql`FALSE`;
	if (principal.role === "operator") return Prisma.sql`TRUE`;
	return Prisma.sql`w.organization_id = ${principal.organizationId}::uuid`;
}

/**
 * The principal whose rights decide which events a webhook receives. It is the owning operator, or
 * an administrator of its organization without personal rights, as colleagues read the deliveries
 * too. Null once the owner has lost the right to it.
 */
export function principalOfWebhook({ organization_id: organizationId, owner }: WebhookAttributes): Principal | null {
	const isOperator = owner.role === "operator";
	const isAdministrator = owner.role === "administrator" && owner.organization_id === organizationId;
	if (owner.disabled_at !== null || !(isOperator || isAdministrator)) return null;
	return {
		userId: organizationId === null ? owner.id : NOBODY,
		email: owner.email,
		organizationId: organizationId ?? owner.organization_id,
		organizationSlug: owner.organization.slug,
		membersSee: owner.organization.members_see,
		role: organizationId === null ? "operator" : "administrator",
		mayManage: true,
		credential: { kind: "session", id: null },
		address: null,
		requestId: null,
	};
}

/**
 * Audit events (alias `e`) that a webhook receives: those of the organization's targets and of its
 * designs. They include how its people's requests ended, although lists no longer show these, and
 * deletions of deployments.
 */
export function deliverableEvents(principal: Principal): Prisma.Sql {
	if (principal.role === "operator") return Prisma.sql`TRUE`;
	const organization = Prisma.sql`${principal.organizationId}::uuid`;
	const ownDesign = (column: "object_id" | "design_id") => Prisma.sql`EXISTS (SELECT 1 FROM designs d
		WHERE d.id = e.${Prisma.raw(column)} AND d.owner_org_id = ${organization})`;
	const ownTarget = (column: "object_id" | "target_id") => Prisma.sql`EXISTS (SELECT 1 FROM targets t
		WHERE t.id = e.${Prisma.raw(column)} AND t.organization_id = ${organization})`;
	return Prisma.sql`CASE e.object_type
		WHEN 'deployment' THEN EXISTS (SELECT 1 FROM deployments WHERE deployments.id = e.object_id
			AND (deployments.target_org_id = ${organization} OR deployments.owner_org_id = ${organization})
			AND (deployments.requester_org_id = ${organization} OR ${visibleDeploymentRecords(principal, "per row")}))
			OR (e.action = 'delete' AND (${ownDesign("design_id")} OR ${ownTarget("target_id")}))
		WHEN 'design' THEN ${ownDesign("object_id")}
		WHEN 'target' THEN ${ownTarget("object_id")}
		ELSE FALSE END`;
}
