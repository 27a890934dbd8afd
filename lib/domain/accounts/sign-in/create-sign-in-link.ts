import type { Principal } from "@/lib/domain/access/principal";
import { describePerson, people } from "@/lib/domain/accounts/people/people";
import { refusalToChange } from "@/lib/domain/accounts/people/person-rules";
import { type Invitation, issueSignInLink, linkToMail } from "@/lib/domain/accounts/sign-in-link";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError, InvalidStateError } from "@/lib/rules/errors";

/**
 * `POST /api/users/<id>/sign-in-link`: issues another link for a user who lost the first one or
 * forgot the password. The old password stays valid until the link is used.
 * @throws NotFoundError, ForbiddenError
 * @throws InvalidStateError for a disabled user
 */
export async function createSignInLink(service: Service, principal: Principal, id: string): Promise<Invitation> {
	return transact(service.prisma, async (tx) => {
		const person = await people.findForChange(tx, principal, id);
		const refusal = refusalToChange(principal, person);
		if (refusal !== null) throw new ForbiddenError(refusal);
		if (person.disabled_at !== null) throw new InvalidStateError("cannot issue a link for a disabled user");
		const link = linkToMail(service);
		const secret = await issueSignInLink(service, tx, principal, person, link);
		const described = describePerson(principal, service.now(), await people.find(tx, principal, id));
		return { person: described, secret, mailed: link.mailed };
	});
}
