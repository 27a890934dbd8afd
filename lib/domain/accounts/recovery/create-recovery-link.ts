import type { SystemActor } from "@/lib/domain/access/principal";
import type { PersonRecord } from "@/lib/domain/accounts/people/people";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import { isolate } from "@/lib/rules/text/isolate";
import { issueSignInLink } from "../sign-in-link";
import { findByEmail, type NamedPerson } from "./find-by-email";

/**
 * `npm run admin -- sign-in-link` (docs/operations.md, Locked out?): issues a link that sets a
 * user's password, as {@link issueSignInLink} does.
 * @throws NotFoundError, InvalidArgumentError when no user, or several, have the e-mail
 * @throws InvalidStateError for a disabled user: the link must not enable them
 */
export async function createRecoveryLink(
	service: Pick<Service, "prisma" | "now">,
	actor: SystemActor,
	named: NamedPerson,
): Promise<{ readonly person: PersonRecord; readonly secret: string }> {
	return transact(service.prisma, async (tx) => {
		const person = await findByEmail(tx, named);
		if (person.disabled_at !== null)
			throw new InvalidStateError(`${isolate(person.email)} is disabled: enable the account first`);
		return { person, secret: await issueSignInLink(service, tx, actor, person) };
	});
}
