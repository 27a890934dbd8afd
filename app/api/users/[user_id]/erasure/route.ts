import { erasePersonBody, personErasure } from "@/lib/contract/person";
import { itemResponse } from "@/lib/contract/primitives";
import { erasePerson } from "@/lib/domain/erasure/erase-person";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Erase User",
	confirms: true,
	description:
		"Erases name, e-mail and credentials of every account with the person's e-mail for good, and writes a pseudonym wherever the service has name or e-mail. Designs and decisions stay under it. For operators.",
	refusals: {
		Forbidden: "The caller is no operator, or the person themselves.",
		InvalidState: "The person is erased already, or the last operator who can sign in.",
	},
	parameters: erasePersonBody,
	path: ["user_id"],
	response: itemResponse(personErasure),
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters, path }) => ({
		body: itemEnvelope(await erasePerson(service, principal, path.user_id, parameters)),
	}),
});
