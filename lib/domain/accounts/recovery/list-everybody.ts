import type { PersonRole, PersonStatus } from "@/lib/contract/person";
import { STATUS_CONDITIONS } from "@/lib/domain/accounts/people/people";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";

/** What an operator at the machine needs to know of a user. */
export interface PersonOverview {
	readonly email: string;
	readonly name: string;
	readonly role: PersonRole;
	/** Slug of the organization. */
	readonly organization: string;
	readonly status: PersonStatus;
	/** ISO 8601, or null for nobody who has signed in. */
	readonly last_sign_in_at: string | null;
	/** Whether they have one of their own here, beside what a provider asks for. */
	readonly second_factor: boolean;
}

const STATUS = Prisma.join(
	Object.entries(STATUS_CONDITIONS).map(([status, condition]) => Prisma.sql`WHEN ${condition} THEN ${status}`),
	" ",
);

/** `npm run admin -- list-people`: all users, operators first, by e-mail. */
export async function listEverybody({ prisma }: Pick<Service, "prisma">): Promise<PersonOverview[]> {
	const rows = await prisma.$queryRaw<(Omit<PersonOverview, "last_sign_in_at"> & { last: Date | null })[]>`
		SELECT u.email, trim(u.first_name || ' ' || u.last_name) AS name, u.role::text AS role, o.slug AS organization,
			CASE ${STATUS} END AS status, u.last_sign_in_at AS last, u.second_factor_at IS NOT NULL AS second_factor
		FROM users u JOIN organizations o ON o.id = u.organization_id
		ORDER BY u.role DESC, u.email_key, o.slug`;
	return rows.map(({ last, ...row }) => ({ ...row, last_sign_in_at: last?.toISOString() ?? null }));
}
