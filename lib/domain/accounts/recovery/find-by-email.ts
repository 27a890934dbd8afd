import { maySignIn } from "@/lib/domain/access/access";
import { type PersonRecord, personSelect } from "@/lib/domain/accounts/people/people";
import type { Transaction } from "@/lib/platform/service";
import { InvalidArgumentError, NotFoundError } from "@/lib/rules/errors";
import { emailKey } from "@/lib/rules/text/email-key";
import { isolate } from "@/lib/rules/text/isolate";

/** How a person is named without a list to choose from. */
export interface NamedPerson {
	readonly email: string;
	/** Slug of the organization, where several people have the e-mail. */
	readonly organization?: string | undefined;
}

/**
 * Finds a user by e-mail, for any caller, and locks the row for a change in this transaction. If
 * several organizations have the e-mail, finds the user who may sign in: only one may.
 * @throws NotFoundError that names the e-mail
 * @throws InvalidArgumentError when several fit
 */
export async function findByEmail(tx: Transaction, { email, organization }: NamedPerson): Promise<PersonRecord> {
	const key = emailKey(email);
	await tx.$queryRaw`SELECT 1 FROM users WHERE email_key = ${key} ORDER BY id FOR NO KEY UPDATE`;
	const found = await tx.user.findMany({
		where: { email_key: key, ...(organization === undefined ? {} : { organization: { slug: organization } }) },
		select: personSelect,
		orderBy: { organization: { slug: "asc" } },
	});
	const [first] = found;
	if (first === undefined) {
		const where = organization === undefined ? "" : ` in the organization ${organization}`;
		throw new NotFoundError(`no user has the e-mail ${isolate(email)}${where}`);
	}
	const person = found.length === 1 ? first : found.find(maySignIn);
	if (person !== undefined) return person;
	const slugs = found.map((each) => each.organization.slug).join(", ");
	throw new InvalidArgumentError(
		`several people have the e-mail ${isolate(email)}: 'organization' must be one of ${slugs}`,
		{
			parameter: "organization",
		},
	);
}
