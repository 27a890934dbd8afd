import { design, listDesignsParameters } from "@/lib/contract/design";
import { listResponse } from "@/lib/contract/primitives";
import { listDesigns } from "@/lib/domain/designs/list-designs";
import { listEnvelope } from "@/lib/http/routes/envelopes";
import { managementQuery } from "@/lib/http/routes/route";

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
