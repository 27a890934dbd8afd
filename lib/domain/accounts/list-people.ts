import type { ListPeople, Person, PersonStatus } from "@/lib/contract/person";
import { ACTIVE_PEOPLE_SQL, MAY_SIGN_IN_SQL, visiblePeopleSql } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { containsWords } from "@/lib/domain/lists/contains-words";
import { type Page, pageOf } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { describePerson, personSelect } from "./describe-person";

const LINKED = Prisma.sql`EXISTS (SELECT 1 FROM sign_in_links l WHERE l.user_id = u.id)`;

/** The condition of each status; it must agree with `describePerson`. */
export const STATUS_CONDITIONS: Readonly<Record<PersonStatus, Prisma.Sql>> = {
	disabled: Prisma.sql`u.disabled_at IS NOT NULL`,
	active: ACTIVE_PEOPLE_SQL,
	invited: Prisma.sql`u.disabled_at IS NULL AND NOT ${MAY_SIGN_IN_SQL} AND ${LINKED}`,
	token_only: Prisma.sql`u.disabled_at IS NULL AND NOT ${MAY_SIGN_IN_SQL} AND NOT ${LINKED}`,
};

/**
 * `GET /api/users`: all for operators, those of the own organization for administrators, the caller
 * for others; by e-mail.
 */
export async function listPeople(
	service: Service,
	principal: Principal,
	{ q, role, status, organization, ...paging }: ListPeople,
): Promise<Page<Person>> {
	const { prisma } = service;
	const where = [visiblePeopleSql(principal)];
	if (role !== undefined) where.push(Prisma.sql`u.role = ${role}::"Role"`);
	if (status !== undefined) where.push(STATUS_CONDITIONS[status]);
	if (organization !== undefined) {
		where.push(Prisma.sql`u.organization_id = (SELECT o.id FROM organizations o WHERE o.slug = ${organization})`);
	}
	where.push(containsWords([Prisma.sql`u.email`, Prisma.sql`u.first_name`, Prisma.sql`u.last_name`], q));
	const list = {
		...{ from: Prisma.sql`users u`, where },
		...{ sort: Prisma.sql`u.email_key`, id: Prisma.sql`u.id`, order: "asc" as const, ...paging },
	};
	const { rows, total } = await pageOf(prisma, list, (ids) =>
		prisma.user.findMany({ where: { id: { in: [...ids] } }, select: personSelect }),
	);
	const now = service.now();
	return { rows: rows.map((record) => describePerson(principal, now, record)), total };
}
