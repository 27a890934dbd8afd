import { visibleOrganizations } from "@/lib/access/people";
import type { Principal } from "@/lib/access/principal";
import type { ListOrganizations, Organization } from "@/lib/contract/organization";
import type { Prisma } from "@/lib/generated/prisma/client";
import { containedWords } from "@/lib/search/contains-words";
import type { Page } from "@/lib/search/page";
import type { Service } from "@/lib/service";
import { describeOrganization, organizationInclude } from "./describe-organization";

/** `GET /api/organizations`: to operators all, to others their own; by slug (design.md section 7). */
export async function listOrganizations(
	service: Service,
	principal: Principal,
	{ limit, offset, q }: ListOrganizations,
): Promise<Page<Organization>> {
	const where: Prisma.OrganizationWhereInput = {
		AND: [
			visibleOrganizations(principal),
			...containedWords(q).map((contains) => ({
				OR: [
					{ slug: { contains, mode: "insensitive" as const } },
					{ name: { contains, mode: "insensitive" as const } },
				],
			})),
		],
	};
	const records =
		limit === 0
			? []
			: await service.prisma.organization.findMany({
					where,
					include: organizationInclude,
					orderBy: { slug: "asc" },
					take: limit,
					skip: offset,
				});
	const total = await service.prisma.organization.count({ where });
	return { rows: records.map((record) => describeOrganization(principal, record)), total };
}
