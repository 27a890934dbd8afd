import type { Organization } from "@/lib/contract/organization";
import type { Principal } from "@/lib/domain/access/principal";
import type { Prisma } from "@/lib/generated/prisma/client";
import { priceCpmOf } from "@/lib/rules/price";

/** The relations of an organization's row. */
export const organizationInclude = {
	_count: { select: { users: { where: { disabledAt: null } }, designs: true, targets: true } },
} satisfies Prisma.OrganizationInclude;
export type OrganizationRecord = Prisma.OrganizationGetPayload<{ include: typeof organizationInclude }>;

/** The API's row of an organization. */
export function describeOrganization(principal: Principal, record: OrganizationRecord): Organization {
	return {
		id: record.id,
		slug: record.slug,
		name: record.name,
		price_cpm: {
			proximity: priceCpmOf(record.priceProximityCpm)?.base ?? null,
			audience: priceCpmOf(record.priceAudienceCpm)?.base ?? null,
		},
		second_factor_required: record.secondFactorRequired,
		least_reach: record.leastReach,
		person_count: record._count.users,
		design_count: record._count.designs,
		target_count: record._count.targets,
		created_at: record.createdAt.toISOString(),
		updated_at: record.updatedAt.toISOString(),
		revision: record.revision,
		permissions: {
			edit: principal.role !== "designer",
			set_prices: principal.role === "operator",
			lower_least_reach: principal.role === "operator",
		},
	};
}
