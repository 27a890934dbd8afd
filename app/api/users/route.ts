import { createPersonBody, invitedPerson, listPeopleParameters, person } from "@/lib/contract/person";
import { itemResponse, listResponse } from "@/lib/contract/primitives";
import { createPerson } from "@/lib/domain/accounts/create-person";
import { listPeople } from "@/lib/domain/accounts/list-people";
import { itemEnvelope, listEnvelope } from "@/lib/http/routes/envelopes";
import { productJson, productQuery } from "@/lib/http/routes/route";
import { withLink, withoutLink } from "@/lib/http/routes/sign-in-link";

/** People: administrators those of their organization, operators all, others themselves. */
export const GET = productQuery({
	summary: "List Users",
	description: "Administrators see the people of their organization, operators all, others themselves.",
	parameters: listPeopleParameters,
	response: listResponse(person),
	run: async ({ service, principal, parameters }) => ({
		body: listEnvelope(await listPeople(service, principal, parameters)),
	}),
});

/** Makes a person, who sets their password by a link that is shown once. */
export const POST = productJson({
	summary: "Create User",
	description: "Makes a person, who sets their password by a link that is shown this once.",
	refusals: {
		Forbidden: "Operators may make anyone; administrators people of their own organization, and no operators.",
		InvalidState: "The e-mail is taken.",
	},
	parameters: createPersonBody,
	response: itemResponse(invitedPerson),
	status: 201,
	errors: ["Forbidden"],
	withoutSecret: withoutLink,
	run: async ({ service, principal, parameters, attributes }) => ({
		body: itemEnvelope(withLink(await createPerson(service, principal, parameters), attributes)),
	}),
});
