import type { ApiKey, IssuedKey } from "@/lib/contract/key";
import { apiKey } from "@/lib/contract/key";
import { namedPerson, namePerson } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import { rowOf } from "@/lib/domain/lists/row-of";
import type { Prisma } from "@/lib/generated/prisma/client";
import { refusalToIssue, refusalToWithdraw } from "./key-rules";

/** The columns of a key, without hash and value. */
export const keySelect = {
	id: true,
	label: true,
	prefix: true,
	scopes: true,
	allowed_addresses: true,
	expires_at: true,
	last_used_at: true,
	created_at: true,
	regenerated_at: true,
	previous_expires_at: true,
	revision: true,
	user: {
		select: {
			...namedPerson,
			email: true,
			role: true,
			organization_id: true,
			organization: { select: { slug: true, name: true } },
		},
	},
	issuedBy: { select: { ...namedPerson, email: true } },
} satisfies Prisma.ApiKeySelect;

export type KeyRecord = Prisma.ApiKeyGetPayload<{ select: typeof keySelect }>;

/** The API's row of a key. */
export function describeKey(principal: Principal, now: Date, record: KeyRecord): ApiKey {
	const { user, previous_expires_at: previousExpiresAt } = record;
	const time = (date: Date | null) => date?.toISOString() ?? null;
	return rowOf(apiKey, record, {
		grace_ends_at: previousExpiresAt !== null && previousExpiresAt > now ? time(previousExpiresAt) : null,
		user_id: user.id,
		user_email: user.email,
		user_person: namePerson(user),
		org_id: user.organization_id,
		org_slug: user.organization.slug,
		issued_by: record.issuedBy.email,
		issued_by_person: namePerson(record.issuedBy),
		permissions: {
			regenerate: refusalToIssue(principal, user, record.scopes) === null,
			delete: refusalToWithdraw(principal, user) === null,
		},
	});
}

/** The API's row of a new key, with the value, which is shown only once. */
export function describeIssuedKey(principal: Principal, now: Date, record: KeyRecord, key: string): IssuedKey {
	return { ...describeKey(principal, now, record), key, key_note: null };
}
