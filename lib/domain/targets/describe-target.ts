import type { ActivationWindow } from "@/lib/contract/activation-window";
import { type Target, type TargetDetail, target, targetDetail } from "@/lib/contract/target";
import { mayAdministerTarget, targetAccepts } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { rowOf } from "@/lib/domain/lists/row-of";
import type { Prisma } from "@/lib/generated/prisma/client";
import { hoursOf } from "./activation-window";

/** Includes all accepted organizations, for administrators of the target. */
export const targetDetailInclude = {
	organization: { select: { slug: true, name: true } },
	accepted: {
		select: { organization_id: true, organization: { select: { id: true, slug: true, name: true } } },
		orderBy: { organization: { name: "asc" } },
	},
} satisfies Prisma.TargetInclude;
export type TargetDetailRecord = Prisma.TargetGetPayload<{ include: typeof targetDetailInclude }>;

const shownTarget = target.omit({ overview: true });

/** The attributes of a target that every caller who sees it may read. */
export interface DescribedTarget {
	readonly id: string;
	readonly slug: string;
	readonly name: string;
	readonly type: string;
	readonly memory_capacity: bigint | null;
	readonly organization_id: string;
	readonly organization: { readonly slug: string; readonly name: string };
	/** The caller's is among them if it is accepted. */
	readonly acceptedOrganizationIds: readonly string[];
}

/** Describes a target for every caller who sees it. */
export function describeTarget(
	principal: Principal,
	record: DescribedTarget,
	window: ActivationWindow | null,
): Omit<Target, "overview"> {
	return rowOf(shownTarget, record, {
		org_id: record.organization_id,
		org_slug: record.organization.slug,
		org_name: record.organization.name,
		accepts_requests: targetAccepts(principal, record),
		administered: mayAdministerTarget(principal, record),
		window,
	});
}

/** A target in the form for its administrators. */
export function describeTargetDetail(
	principal: Principal,
	record: TargetDetailRecord,
	window: ActivationWindow | null,
): TargetDetail {
	const acceptedOrganizationIds = record.accepted.map(({ organization_id: organizationId }) => organizationId);
	return rowOf(targetDetail, record, {
		...describeTarget(principal, { ...record, acceptedOrganizationIds }, window),
		accepted_organizations: record.accepted.map(({ organization }) => organization),
		activation_hours: hoursOf(record),
	});
}
