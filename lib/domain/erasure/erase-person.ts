import type { ErasePerson, PersonErasure } from "@/lib/contract/person";
import type { Principal } from "@/lib/domain/access/principal";
import { isErased } from "@/lib/domain/accounts/people/erased-people";
import { people } from "@/lib/domain/accounts/people/people";
import { refusalToErase } from "@/lib/domain/accounts/people/person-rules";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError, InvalidArgumentError, InvalidStateError } from "@/lib/rules/errors";
import { emailKey } from "@/lib/rules/text/email-key";
import { eraseUser } from "./erase-user";

/**
 * `POST /api/users/<id>/erasure`: an operator erases a person's name, e-mail and credentials for
 * good (docs/contract.md, Erasure). The caller repeats the e-mail, as the erasure cannot be undone.
 * @returns the proof, without name and e-mail
 * @throws NotFoundError; ForbiddenError unless the caller is another operator
 * @throws InvalidArgumentError for the e-mail of another person
 * @throws InvalidStateError for a person who is erased already, and for the last operator
 */
export async function erasePerson(
	service: Service,
	principal: Principal,
	id: string,
	{ email }: ErasePerson,
): Promise<PersonErasure> {
	const person = await people.find(service.prisma, principal, id);
	const refusal = refusalToErase(principal, person);
	if (refusal !== null) throw new ForbiddenError(refusal);
	if (isErased(person)) throw new InvalidStateError("this person is erased already");
	if (emailKey(email) !== person.email_key)
		throw new InvalidArgumentError("'email' must be the e-mail of the person", { parameter: "email" });
	const { places, kept, ...proof } = await eraseUser(service, principal, { email });
	return { ...proof, places: places.map((place) => ({ ...place })), kept: [...kept] };
}
