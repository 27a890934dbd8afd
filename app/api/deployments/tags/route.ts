import { itemResponse } from "@/lib/contract/primitives";
import { listTagsParameters, tagsInUse } from "@/lib/contract/tags";
import { listTagsInUse } from "@/lib/domain/deployments/lists/list-tags-in-use";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "List Tags in Use",
	description: "Tags to choose from, with the agents that load their deployments.",
	fromReplica: true,
	parameters: listTagsParameters,
	response: itemResponse(tagsInUse),
	errors: ["NotFound"],
	run: async ({ service, principal, parameters }) => ({
		body: itemEnvelope(await listTagsInUse(service, principal, parameters)),
	}),
});
