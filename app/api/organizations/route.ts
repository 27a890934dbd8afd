import { createOrganizationBody, listOrganizationsParameters, organization } from "@/lib/contract/organization";
import { itemResponse, listResponse } from "@/lib/contract/primitives";
import { createOrganization } from "@/lib/domain/accounts/create-organization";
import { listOrganizations } from "@/lib/domain/accounts/list-organizations";
import { itemEnvelope, listEnvelope } from "@/lib/http/routes/envelopes";
import { productJson, productQuery } from "@/lib/http/routes/route";

/** Organizations: operators all, others their own. */
export const GET = productQuery({
	summary: "List Organizations",
	description: "Operators see all, others their own.",
	parameters: listOrganizationsParameters,
	response: listResponse(organization),
	run: async ({ service, principal, parameters }) => ({
		body: listEnvelope(await listOrganizations(service, principal, parameters)),
	}),
});

/** Makes an organization. */
export const POST = productJson({
	summary: "Create Organization",
	description: "Makes an organization. Operators only.",
	refusals: {
		Forbidden: "Operators only.",
		InvalidState: "The slug is taken.",
	},
	parameters: createOrganizationBody,
	response: itemResponse(organization),
	status: 201,
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters }) => ({
		body: itemEnvelope(await createOrganization(service, principal, parameters)),
	}),
});
