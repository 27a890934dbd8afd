import { createOrganizationBody, listOrganizationsParameters, organization } from "@/lib/contract/organization";
import { itemResponse, listResponse } from "@/lib/contract/primitives";
import { createOrganization } from "@/lib/domain/accounts/organizations/create-organization";
import { listOrganizations } from "@/lib/domain/accounts/organizations/organizations";
import { itemEnvelope, listEnvelope } from "@/lib/http/routes/envelopes";
import { productJson, productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "List Organizations",
	description: "All organizations for operators, for others their own.",
	fromReplica: true,
	parameters: listOrganizationsParameters,
	response: listResponse(organization),
	run: async ({ service, principal, parameters }) => ({
		body: listEnvelope(await listOrganizations(service, principal, parameters)),
	}),
});

export const POST = productJson({
	summary: "Create Organization",
	description: "Creates an organization. Operators only.",
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
