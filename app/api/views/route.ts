import { itemResponse, listResponse } from "@/lib/contract/primitives";
import { createViewBody, listViewsParameters, savedView } from "@/lib/contract/view";
import { createView } from "@/lib/domain/views/create-view";
import { listViews } from "@/lib/domain/views/list-views";
import { itemEnvelope, listEnvelope } from "@/lib/http/routes/envelopes";
import { productJson, productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "List Views",
	description: "Saved views: the caller's own, and shared ones of their organization.",
	fromReplica: true,
	parameters: listViewsParameters,
	response: listResponse(savedView),
	run: async ({ service, principal, parameters }) => ({
		body: listEnvelope(await listViews(service, principal, parameters)),
	}),
});

export const POST = productJson({
	summary: "Create View",
	description: "Saves a page with its filters under a name.",
	refusals: {
		InvalidState: "The caller has a view of this name for the page already, or too many views.",
	},
	parameters: createViewBody,
	response: itemResponse(savedView),
	status: 201,
	errors: ["InvalidState"],
	run: async ({ service, principal, parameters }) => ({
		body: itemEnvelope(await createView(service, principal, parameters)),
	}),
});
