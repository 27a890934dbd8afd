import { noParameters } from "@/lib/contract/deployment";
import { editPersonBody, person } from "@/lib/contract/person";
import { itemResponse } from "@/lib/contract/primitives";
import { editPerson } from "@/lib/domain/accounts/edit-person";
import { getPerson } from "@/lib/domain/accounts/get-person";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson, productQuery } from "@/lib/http/routes/route";

/** A person. */
export const GET = productQuery({
	summary: "Get User",
	description: "One person, of whom the caller may know.",
	parameters: noParameters,
	path: ["user_id"],
	response: itemResponse(person),
	run: async ({ service, principal, path }) => ({
		body: itemEnvelope(await getPerson(service, principal, path.user_id)),
	}),
});

/** Changes names and role, disables and enables. */
export const PATCH = productJson({
	summary: "Edit User",
	description: "Changes names and role, disables and enables; what is left out stays as it is.",
	refusals: {
		Forbidden: "The caller may not change this, or not of this person; nobody changes their own role.",
		InvalidState: "The last operator who signs in would be gone.",
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
