import type { Organization } from "@/lib/contract/organization";
import { administers, seesColleagues } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { priceCpmOf } from "@/lib/rules/price";

type Difference = NonNullable<Organization["members_see_difference"]>;

/** What `members_see` makes of an organization without designs and people. */
export const NO_DIFFERENCE: Difference = { designs: 0, people: 0 };

/** The relations of an organization's row: what the caller sees of it. */
export function organizationInclude(principal: Principal) {
	const { userId, organizationId } = principal;
	const shared = { OR: [{ canView: true }, { canEdit: true }], AND: { OR: [{ userId }, { organizationId }] } };
	const all = seesColleagues(principal);
	return {
		_count: {
			select: {
				users: { where: { disabledAt: null, ...(all ? {} : { id: userId }) } },
				designs: { where: all ? {} : { OR: [{ ownerId: userId }, { collaborators: { some: shared } }] } },
				targets: true,
			},
		},
	} satisfies Prisma.OrganizationInclude;
}
export type OrganizationRecord = Prisma.OrganizationGetPayload<{ include: ReturnType<typeof organizationInclude> }>;

/**
 * What another `members_see` would open or close in these organizations, by their id; nothing for
 * callers who may not change it. One statement.
 */
export async function loadDifferences(
	db: Transaction,
	principal: Principal,
	ids: readonly string[],
): Promise<ReadonlyMap<string, Difference>> {
	if (!administers(principal) || ids.length === 0) return new Map();
	const found = await db.$queryRaw<(Difference & { id: string })[]>(Prisma.sql`
		SELECT o.id, (SELECT count(*)::int FROM designs d WHERE d.owner_org_id = o.id AND NOT EXISTS (
				SELECT FROM design_collaborators c WHERE c.design_id = d.id AND c.organization_id = o.id)) AS designs,
			(SELECT count(*)::int FROM users u WHERE u.organization_id = o.id AND u.role = 'designer'
				AND u.disabled_at IS NULL) AS people
		FROM organizations o WHERE o.id = ANY (${[...ids]}::uuid[])`);
	return new Map(found.map(({ id, ...difference }) => [id, difference]));
}

/** The API's row of an organization. */
export function describeOrganization(
	principal: Principal,
	record: OrganizationRecord,
	difference: Difference | undefined,
): Organization {
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
		members_see: record.membersSee,
		members_see_difference: difference ?? null,
		person_count: record._count.users,
		design_count: record._count.designs,
		target_count: record._count.targets,
		created_at: record.createdAt.toISOString(),
		updated_at: record.updatedAt.toISOString(),
		revision: record.revision,
		permissions: {
			edit: administers(principal),
			set_prices: principal.role === "operator",
			lower_least_reach: principal.role === "operator",
		},
	};
}
