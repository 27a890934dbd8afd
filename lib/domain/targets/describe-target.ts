import type { Target, TargetDetail } from "@/lib/contract/target";
import { mayAdministerTarget, targetAccepts } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { Prisma } from "@/lib/generated/prisma/client";

/** Relations of a target; of the accepted organizations only the caller's. */
export const targetIncludeFor = ({ organizationId }: Pick<Principal, "organizationId">) =>
	({
		organization: { select: { slug: true, name: true } },
		accepted: { select: { organizationId: true }, where: { organizationId } },
	}) satisfies Prisma.TargetInclude;
export type TargetRecord = Prisma.TargetGetPayload<{ include: ReturnType<typeof targetIncludeFor> }>;

/** Includes all accepted organizations, for administrators of the target. */
export const targetDetailInclude = {
	organization: { select: { slug: true, name: true } },
	accepted: {
		select: { organizationId: true, organization: { select: { id: true, slug: true, name: true } } },
		orderBy: { organization: { name: "asc" } },
	},
} satisfies Prisma.TargetInclude;
export type TargetDetailRecord = Prisma.TargetGetPayload<{ include: typeof targetDetailInclude }>;

/** A target in the form for all who see it. */
export function describeTarget(principal: Principal, record: TargetRecord): Omit<Target, "overview"> {
	return {
		id: record.id,
		slug: record.slug,
		name: record.name,
		type: record.type,
		org_id: record.organizationId,
		org_slug: record.organization.slug,
		org_name: record.organization.name,
		memory_capacity: record.memoryCapacity === null ? null : Number(record.memoryCapacity),
		accepts_requests: targetAccepts(principal, {
			acceptedOrganizationIds: record.accepted.map(({ organizationId }) => organizationId),
		}),
		administered: mayAdministerTarget(principal, record),
	};
}

/** A target in the form for its administrators. */
export function describeTargetDetail(principal: Principal, record: TargetDetailRecord): TargetDetail {
	return {
		...describeTarget(principal, record),
		accepted_organizations: record.accepted.map(({ organization }) => organization),
		four_eyes: record.fourEyes,
		size_warning_factor: record.sizeWarningFactor,
		request_ttl_seconds: record.requestTtlSeconds,
		created_at: record.createdAt.toISOString(),
		updated_at: record.updatedAt.toISOString(),
		revision: record.revision,
	};
}
