import { noParameters } from "@/lib/contract/deployment";
import { editPersonBody, person } from "@/lib/contract/person";
import { itemResponse } from "@/lib/contract/primitives";
import { editPerson } from "@/lib/domain/accounts/people/edit-person";
import { getPerson } from "@/lib/domain/accounts/people/people";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson, productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get User",
	description: "One person that the caller may see.",
	parameters: noParameters,
	path: ["user_id"],
	response: itemResponse(person),
	run: async ({ service, principal, path }) => ({
		body: itemEnvelope(await getPerson(service, principal, path.user_id)),
	}),
});

export const PATCH = productJson({
	summary: "Edit User",
	confirms: true,
	description: "Changes names and role, disables and enables; absent fields stay as they are.",
	refusals: {
		Forbidden: "The caller may not change this field of this person; users cannot change their own role.",
		InvalidState: "The service would lose its last operator who can sign in.",
	},
	parameters: editPersonBody,
	path: ["user_id"],
	response: itemResponse(person),
	expects: ["revision"],
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters, path, expectation }) => ({
		body: itemEnvelope(await editPerson(service, principal, path.user_id, parameters, expectation)),
	}),
});
