import { visiblePeople } from "@/lib/access/people";
import type { Principal } from "@/lib/access/principal";
import type { ListPeople, Person } from "@/lib/contract/person";
import type { Prisma } from "@/lib/generated/prisma/client";
import { containedWords } from "@/lib/search/contains-words";
import type { Page } from "@/lib/search/page";
import type { Service } from "@/lib/service";
import { describePerson, personSelect, STATUS_CONDITIONS } from "./describe-person";

/** `GET /api/users`: administrators their organization's people, operators all, others themselves; by e-mail. */
export async function listPeople(
	service: Service,
	principal: Principal,
	{ limit, offset, q, role, status, organization }: ListPeople,
): Promise<Page<Person>> {
	const where: Prisma.UserWhereInput = {
		AND: [
			visiblePeople(principal),
			...(role === undefined ? [] : [{ role }]),
			...(status === undefined ? [] : [STATUS_CONDITIONS[status]]),
			...(organization === undefined ? [] : [{ organization: { slug: organization } }]),
			...containedWords(q).map((word) => ({
				OR: [
					{ emailKey: { contains: word.toLowerCase() } },
					...(["firstName", "lastName"] as const).map((field) => ({
						[field]: { contains: word, mode: "insensitive" as const },
					})),
				],
			})),
		],
	};
	const records =
		limit === 0
			? []
			: await service.prisma.user.findMany({
					where,
					select: personSelect,
					orderBy: [{ emailKey: "asc" }, { id: "asc" }],
					take: limit,
					skip: offset,
				});
	const total = await service.prisma.user.count({ where });
	const now = service.now();
	return { rows: records.map((record) => describePerson(principal, now, record)), total };
}
