import { type ApiKey, apiKey, type IssuedKey } from "@/lib/contract/key";
import { visibleKeysSql } from "@/lib/domain/access/access";
import { namedPerson, namePerson } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import { refusalToIssue, refusalToWithdraw } from "@/lib/domain/accounts/key-rules";
import { defineResource } from "@/lib/domain/lists/define-resource";
import type { Page } from "@/lib/domain/lists/page";
import { rowOf } from "@/lib/domain/lists/row-of";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";

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

type KeyRecord = Prisma.ApiKeyGetPayload<{ select: typeof keySelect }>;

/** Visible keys without deleted ones, newest first. */
export const keys = defineResource({
	name: "key",
	...{ from: Prisma.sql`api_keys k`, id: Prisma.sql`k.id`, sort: Prisma.sql`k.created_at`, order: "desc" },
	visible: visibleKeysSql,
	load: (db, ids) =>
		db.apiKey.findMany({
			where: { id: { in: ids } },
			select: { ...keySelect, secret_hash: true, voucher_ids: true },
		}),
	lock: "FOR UPDATE",
});

/** `GET /api/keys`: the visible keys without deleted ones, newest first. */
export async function listKeys(
	service: Service,
	principal: Principal,
	{ user_id, ...paging }: { limit: number; offset: number; user_id?: string | undefined },
): Promise<Page<ApiKey>> {
	const ofUser = user_id === undefined ? [] : [Prisma.sql`k.user_id = ${user_id}::uuid`];
	const { rows, total } = await keys.page(service.prisma, principal, paging, ofUser);
	const now = service.now();
	return { rows: rows.map((record) => describeKey(principal, now, record)), total };
}

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
