import type { ActivationWindow } from "@/lib/contract/activation-window";
import type { Target, TargetDetail } from "@/lib/contract/target";
import { mayAdministerTarget, targetAccepts } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { Prisma } from "@/lib/generated/prisma/client";
import { hoursOf } from "./activation-window";

/** Includes all accepted organizations, for administrators of the target. */
export const targetDetailInclude = {
	organization: { select: { slug: true, name: true } },
	accepted: {
		select: { organizationId: true, organization: { select: { id: true, slug: true, name: true } } },
		orderBy: { organization: { name: "asc" } },
	},
} satisfies Prisma.TargetInclude;
export type TargetDetailRecord = Prisma.TargetGetPayload<{ include: typeof targetDetailInclude }>;

/** What is shown of a target to all who see it. */
export interface DescribedTarget {
	readonly id: string;
	readonly slug: string;
	readonly name: string;
	readonly type: string;
	readonly memoryCapacity: bigint | null;
	readonly organizationId: string;
	readonly organization: { readonly slug: string; readonly name: string };
	/** The caller's is among them if it is accepted. */
	readonly acceptedOrganizationIds: readonly string[];
}

/** A target in the form for all who see it. */
export function describeTarget(
	principal: Principal,
	record: DescribedTarget,
	window: ActivationWindow | null,
): Omit<Target, "overview"> {
	return {
		id: record.id,
		slug: record.slug,
		name: record.name,
		type: record.type,
		org_id: record.organizationId,
		org_slug: record.organization.slug,
		org_name: record.organization.name,
		memory_capacity: record.memoryCapacity === null ? null : Number(record.memoryCapacity),
		accepts_requests: targetAccepts(principal, record),
		administered: mayAdministerTarget(principal, record),
		window,
	};
}

/** A target in the form for its administrators. */
export function describeTargetDetail(
	principal: Principal,
	record: TargetDetailRecord,
	window: ActivationWindow | null,
): TargetDetail {
	const acceptedOrganizationIds = record.accepted.map(({ organizationId }) => organizationId);
	return {
		...describeTarget(principal, { ...record, acceptedOrganizationIds }, window),
		accepted_organizations: record.accepted.map(({ organization }) => organization),
		four_eyes: record.fourEyes,
		size_warning_factor: record.sizeWarningFactor,
		request_ttl_seconds: record.requestTtlSeconds,
		activation_hours: hoursOf(record),
		required_approvals: record.requiredApprovals,
		second_approval_for_delete: record.secondApprovalForDelete,
		refuses_sensitive_places: record.refusesSensitivePlaces,
		created_at: record.createdAt.toISOString(),
		updated_at: record.updatedAt.toISOString(),
		revision: record.revision,
	};
}
