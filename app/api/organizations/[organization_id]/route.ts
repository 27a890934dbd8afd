import { editOrganizationBody, organization } from "@/lib/contract/organization";
import { itemResponse } from "@/lib/contract/primitives";
import { itemEnvelope } from "@/lib/http/envelopes";
import { productJson } from "@/lib/http/route";
import { editOrganization } from "@/lib/people/edit-organization";

/** Changes an organization's name and prices. */
export const PATCH = productJson({
	summary: "Edit Organization",
	description: "Changes an organization's name and prices; what is left out stays as it is.",
	parameters: editOrganizationBody,
	path: ["organization_id"],
	response: itemResponse(organization),
	expects: ["revision"],
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters, path, expectation }) => ({
		body: itemEnvelope(await editOrganization(service, principal, path.organization_id, parameters, expectation)),
	}),
});
