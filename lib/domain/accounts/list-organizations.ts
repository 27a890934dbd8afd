import type { ListOrganizations, Organization } from "@/lib/contract/organization";
import { visibleOrganizationsSql } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { containsWords } from "@/lib/domain/lists/contains-words";
import { type Page, pageOfIds } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { describeOrganization, loadDifferences, organizationInclude } from "./describe-organization";

/**
 * `GET /api/organizations` (docs/contract.md, Accounts): all for operators, the own one for others;
 * by slug.
 */
export async function listOrganizations(
	service: Service,
	principal: Principal,
	{ limit, offset, q }: ListOrganizations,
): Promise<Page<Organization>> {
	const { prisma } = service;
	const words = containsWords([Prisma.sql`o.slug`, Prisma.sql`o.name`], q);
	const { ids, total } = await pageOfIds(prisma, {
		parts: [
			{
				from: Prisma.sql`organizations o`,
				where: [visibleOrganizationsSql(principal), words],
				sort: Prisma.sql`o.slug`,
			},
		],
		id: Prisma.sql`o.id`,
		order: "asc",
		limit,
		offset,
	});
	const [records, differences] = await Promise.all([
		prisma.organization.findMany({
			where: { id: { in: ids } },
			include: organizationInclude(principal),
			orderBy: { slug: "asc" },
		}),
		loadDifferences(prisma, principal, ids),
	]);
	return {
		rows: records.map((record) => describeOrganization(principal, record, differences.get(record.id))),
		total,
	};
}
