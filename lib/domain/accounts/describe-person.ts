import type { Person, PersonStatus } from "@/lib/contract/person";
import { maySignIn } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { Prisma } from "@/lib/generated/prisma/client";
import { isErased } from "./erased-people";
import { refusalToChange, refusalToDisable, refusalToErase, rolesFor } from "./person-rules";

/** The columns of a user, without the password's hash and with the newest link only. */
export const personSelect = {
	id: true,
	email: true,
	emailKey: true,
	firstName: true,
	lastName: true,
	role: true,
	organizationId: true,
	organization: { select: { slug: true, name: true } },
	passwordHash: true,
	oidcIssuer: true,
	oidcSubject: true,
	disabledAt: true,
	lastSignInAt: true,
	createdAt: true,
	updatedAt: true,
	revision: true,
	signInLinks: { select: { expiresAt: true, usedAt: true }, orderBy: { createdAt: "desc" }, take: 1 },
	_count: { select: { apiKeys: { where: { revokedAt: null } } } },
} satisfies Prisma.UserSelect;
export type PersonRecord = Prisma.UserGetPayload<{ select: typeof personSelect }>;

function statusOf(person: PersonRecord): PersonStatus {
	if (person.disabledAt !== null) return "disabled";
	if (maySignIn(person)) return "active";
	return person.signInLinks.length > 0 ? "invited" : "token_only";
}

/** The API's row of a user. */
export function describePerson(principal: Principal, now: Date, record: PersonRecord): Person {
	const [link] = record.signInLinks;
	const open = link !== undefined && link.usedAt === null && link.expiresAt > now;
	const changes = refusalToChange(principal, record) === null;
	return {
		id: record.id,
		email: record.email,
		first_name: record.firstName,
		last_name: record.lastName,
		role: record.role,
		org_id: record.organizationId,
		org_slug: record.organization.slug,
		org_name: record.organization.name,
		status: statusOf(record),
		last_sign_in_at: record.lastSignInAt?.toISOString() ?? null,
		link_expires_at: open ? link.expiresAt.toISOString() : null,
		single_sign_on: record.oidcSubject === null ? null : record.oidcIssuer,
		key_count: record._count.apiKeys,
		created_at: record.createdAt.toISOString(),
		updated_at: record.updatedAt.toISOString(),
		disabled_at: record.disabledAt?.toISOString() ?? null,
		revision: record.revision,
		permissions: {
			edit: changes,
			disable: refusalToDisable(principal, record) === null,
			sign_in_link: changes && record.disabledAt === null,
			erase: refusalToErase(principal, record) === null && !isErased(record),
			roles: rolesFor(principal, record),
		},
	};
}
