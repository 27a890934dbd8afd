import type { Person, PersonStatus } from "@/lib/contract/person";
import { person } from "@/lib/contract/person";
import { maySignIn } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { rowOf } from "@/lib/domain/lists/row-of";
import type { Prisma } from "@/lib/generated/prisma/client";
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
