import { type ListPeople, type Person, type PersonStatus, person } from "@/lib/contract/person";
import { ACTIVE_PEOPLE_SQL, MAY_SIGN_IN_SQL, maySignIn, visiblePeopleSql } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { containsWords } from "@/lib/domain/lists/contains-words";
import { defineResource } from "@/lib/domain/lists/define-resource";
import type { Page } from "@/lib/domain/lists/page";
import { rowOf } from "@/lib/domain/lists/row-of";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { isErased } from "./erased-people";
import { refusalToChange, refusalToDisable, refusalToErase, rolesFor } from "./person-rules";

/** The columns of a user, without the password's hash and with the newest link only. */
export const personSelect = {
	id: true,
	email: true,
	email_key: true,
	first_name: true,
	last_name: true,
	role: true,
	organization_id: true,
	organization: { select: { slug: true, name: true } },
	password_hash: true,
	oidc_issuer: true,
	oidc_subject: true,
	disabled_at: true,
	last_sign_in_at: true,
	created_at: true,
	updated_at: true,
	revision: true,
	signInLinks: { select: { expires_at: true, used_at: true }, orderBy: { created_at: "desc" }, take: 1 },
	_count: { select: { apiKeys: { where: { revoked_at: null } } } },
} satisfies Prisma.UserSelect;
export type PersonRecord = Prisma.UserGetPayload<{ select: typeof personSelect }>;

/** Users whom the caller sees, by e-mail. */
export const people = defineResource({
	name: "user",
	...{ from: Prisma.sql`users u`, id: Prisma.sql`u.id`, sort: Prisma.sql`u.email_key`, order: "asc" },
	visible: visiblePeopleSql,
	load: (db, ids) => db.user.findMany({ where: { id: { in: ids } }, select: personSelect }),
});

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
	const where = [containsWords([Prisma.sql`u.email`, Prisma.sql`u.first_name`, Prisma.sql`u.last_name`], q)];
	if (role !== undefined) where.push(Prisma.sql`u.role = ${role}::"Role"`);
	if (status !== undefined) where.push(STATUS_CONDITIONS[status]);
	if (organization !== undefined) {
		where.push(Prisma.sql`u.organization_id = (SELECT o.id FROM organizations o WHERE o.slug = ${organization})`);
	}
	const { rows, total } = await people.page(service.prisma, principal, paging, where);
	const now = service.now();
	return { rows: rows.map((record) => describePerson(principal, now, record)), total };
}

/**
 * `GET /api/users/<id>`.
 * @throws NotFoundError
 */
export async function getPerson(service: Service, principal: Principal, id: string): Promise<Person> {
	return describePerson(principal, service.now(), await people.find(service.prisma, principal, id));
}

function statusOf(person: PersonRecord): PersonStatus {
	if (person.disabled_at !== null) return "disabled";
	if (maySignIn(person)) return "active";
	return person.signInLinks.length > 0 ? "invited" : "token_only";
}

/** The API's row of a user. */
export function describePerson(principal: Principal, now: Date, record: PersonRecord): Person {
	const [link] = record.signInLinks;
	const open = link !== undefined && link.used_at === null && link.expires_at > now;
	const changes = refusalToChange(principal, record) === null;
	return rowOf(person, record, {
		org_id: record.organization_id,
		org_slug: record.organization.slug,
		org_name: record.organization.name,
		status: statusOf(record),
		link_expires_at: open ? link.expires_at.toISOString() : null,
		single_sign_on: record.oidc_subject === null ? null : record.oidc_issuer,
		key_count: record._count.apiKeys,
		permissions: {
			edit: changes,
			disable: refusalToDisable(principal, record) === null,
			sign_in_link: changes && record.disabled_at === null,
			erase: refusalToErase(principal, record) === null && !isErased(record),
			roles: rolesFor(principal, record),
		},
	});
}
