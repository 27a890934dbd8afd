import type { PersonRef } from "@/lib/contract/person-ref";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";

/** The columns that {@link namePerson} needs. */
export const namedPerson = {
	id: true,
	first_name: true,
	last_name: true,
	organization: { select: { name: true } },
} satisfies Prisma.UserSelect;

/** The person as a row of something else names them. */
export const namePerson = (user: Prisma.UserGetPayload<{ select: typeof namedPerson }>): PersonRef => ({
	id: user.id,
	name: `${user.first_name} ${user.last_name}`.trim(),
	organization: user.organization.name,
});

/** Their name, or else their e-mail. */
export const nameOfUser = (user: {
	readonly first_name: string;
	readonly last_name: string;
	readonly email: string;
}): string => `${user.first_name} ${user.last_name}`.trim() || user.email;

/**
 * A stored text with a person's name, if they have one, in the place of the e-mail. Texts are stored with e-mails:
 * an erasure finds these, while names are short, change, and are words of other texts.
 */
export const withName = (text: string, email: string, name: string): string =>
	name === "" ? text : text.replaceAll(email, () => name);

/**
 * The people of these ids, by their id, with one statement; nulls are left out. The rows that name
 * them have their e-mails, so that their readers may know the names, too.
 */
export async function loadPeople(
	db: Transaction,
	ids: Iterable<string | null | undefined>,
): Promise<ReadonlyMap<string, PersonRef>> {
	const wanted = [...new Set([...ids].filter((id) => typeof id === "string"))];
	if (wanted.length === 0) return new Map();
	const people = await db.$queryRaw<PersonRef[]>(Prisma.sql`
		SELECT u.id, btrim(u.first_name || ' ' || u.last_name) AS name, o.name AS organization
		FROM users u JOIN organizations o ON o.id = u.organization_id WHERE u.id = ANY (${wanted}::uuid[])`);
	return new Map(people.map((person) => [person.id, person]));
}
