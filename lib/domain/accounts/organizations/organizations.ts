import { type ListOrganizations, type Organization, organization } from "@/lib/contract/organization";
import { administers, seesColleagues, visibleOrganizationsSql } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { containsWords } from "@/lib/domain/lists/contains-words";
import { defineResource } from "@/lib/domain/lists/define-resource";
import type { Page } from "@/lib/domain/lists/page";
import { rowOf } from "@/lib/domain/lists/row-of";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { priceCpmOf } from "@/lib/rules/price";

type Difference = NonNullable<Organization["members_see_difference"]>;

/** The difference in an organization without designs and people. */
export const NO_DIFFERENCE: Difference = { designs: 0, people: 0 };

/** The relations of an organization's row: what the caller sees of it. */
export function organizationInclude(principal: Principal) {
	const { userId, organizationId } = principal;
	const shared = {
		OR: [{ can_view: true }, { can_edit: true }],
		AND: { OR: [{ user_id: userId }, { organization_id: organizationId }] },
	};
	const all = seesColleagues(principal);
	return {
		_count: {
			select: {
				users: { where: { disabled_at: null, ...(all ? {} : { id: userId }) } },
				designs: { where: all ? {} : { OR: [{ owner_id: userId }, { collaborators: { some: shared } }] } },
				targets: true,
			},
		},
	} satisfies Prisma.OrganizationInclude;
}
type OrganizationRecord = Prisma.OrganizationGetPayload<{ include: ReturnType<typeof organizationInclude> }>;

/** All for operators, the own one for others; by slug. */
export const organizations = defineResource({
	name: "organization",
	...{ from: Prisma.sql`organizations o`, id: Prisma.sql`o.id`, sort: Prisma.sql`o.slug`, order: "asc" },
	visible: visibleOrganizationsSql,
	load: (db, ids, principal) =>
		db.organization.findMany({ where: { id: { in: ids } }, include: organizationInclude(principal) }),
});

/**
 * `GET /api/organizations` (docs/contract.md, Accounts): all for operators, the own one for others;
 * by slug.
 */
export async function listOrganizations(
	{ prisma }: Service,
	principal: Principal,
	{ q, ...paging }: ListOrganizations,
): Promise<Page<Organization>> {
	const words = containsWords([Prisma.sql`o.slug`, Prisma.sql`o.name`], q);
	const { rows, total } = await organizations.page(prisma, principal, paging, [words]);
	const ids = rows.map(({ id }) => id);
	const differences = await loadDifferences(prisma, principal, ids);
	return { rows: rows.map((row) => describeOrganization(principal, row, differences.get(row.id))), total };
}

/**
 * Counts what another `members_see` would open or close, by organization. Callers who may not
 * change it get nothing. One statement.
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
	return rowOf(organization, record, {
		price_cpm: {
			proximity: priceCpmOf(record.price_proximity_cpm)?.base ?? null,
			audience: priceCpmOf(record.price_audience_cpm)?.base ?? null,
		},
		members_see_difference: difference ?? null,
		person_count: record._count.users,
		design_count: record._count.designs,
		target_count: record._count.targets,
		permissions: {
			edit: administers(principal),
			set_prices: principal.role === "operator",
			lower_least_reach: principal.role === "operator",
		},
	});
}
