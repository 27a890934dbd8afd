import { editOrganizationBody, organization } from "@/lib/contract/organization";
import { itemResponse } from "@/lib/contract/primitives";
import { editOrganization } from "@/lib/domain/accounts/organizations/edit-organization";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const PATCH = productJson({
	summary: "Edit Organization",
	description: "Changes an organization's name, prices and rules; absent fields stay as they are.",
	parameters: editOrganizationBody,
	path: ["organization_id"],
	response: itemResponse(organization),
	expects: ["revision"],
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters, path, expectation }) => ({
		body: itemEnvelope(await editOrganization(service, principal, path.organization_id, parameters, expectation)),
	}),
});
