import { editOrganizationBody, organization } from "@/lib/contract/organization";
import { itemResponse } from "@/lib/contract/primitives";
import { editOrganization } from "@/lib/domain/accounts/edit-organization";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

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
