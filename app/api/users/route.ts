import { createPersonBody, invitedPerson, listPeopleParameters, person } from "@/lib/contract/person";
import { itemResponse, listResponse } from "@/lib/contract/primitives";
import { createPerson } from "@/lib/domain/accounts/people/create-person";
import { listPeople } from "@/lib/domain/accounts/people/people";
import { itemEnvelope, listEnvelope } from "@/lib/http/routes/envelopes";
import { publicAddress } from "@/lib/http/routes/public-address";
import { productJson, productQuery } from "@/lib/http/routes/route";
import { withLink, withoutLink } from "@/lib/http/routes/sign-in-link";

export const GET = productQuery({
	summary: "List Users",
	description: "People of the organization for administrators, all for operators, for others themselves.",
	fromReplica: true,
	parameters: listPeopleParameters,
	response: listResponse(person),
	run: async ({ service, principal, parameters }) => ({
		body: listEnvelope(await listPeople(service, principal, parameters)),
	}),
});

export const POST = productJson({
	summary: "Create User",
	confirms: true,
	description: "Creates a person and a link to set a password, which is shown once.",
	refusals: {
		Forbidden:
			"Operators may create anyone; administrators may create people of their own organization, except operators.",
		InvalidState: "The e-mail is taken.",
	},
	parameters: createPersonBody,
	response: itemResponse(invitedPerson),
	status: 201,
	errors: ["Forbidden"],
	withoutSecret: withoutLink,
	run: async ({ service, principal, parameters, attributes }) => {
		const invitation = await createPerson(service, principal, parameters);
		return { body: itemEnvelope(withLink(invitation, publicAddress(service, attributes))) };
	},
});
