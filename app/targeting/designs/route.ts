import { design, listDesignsParameters } from "@/lib/contract/design";
import { listResponse } from "@/lib/contract/primitives";
import { listDesigns } from "@/lib/designs/list-designs";
import { listEnvelope } from "@/lib/http/envelopes";
import { managementQuery } from "@/lib/http/route";

/** List Designs. */
export const GET = managementQuery({
	summary: "List Designs",
	description: "Every design that the caller may see, latest update first unless `order` turns it round.",
	parameters: listDesignsParameters,
	response: listResponse(design),
	run: async ({ service, principal, parameters }) => ({
		body: listEnvelope(await listDesigns(service, principal, parameters)),
	}),
});
