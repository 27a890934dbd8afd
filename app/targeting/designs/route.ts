import { design } from "@/lib/contract/design";
import { listDesignsParameters } from "@/lib/contract/design-bodies";
import { designRow, listDesignRowsParameters } from "@/lib/contract/design-list";
import { listResponse } from "@/lib/contract/primitives";
import { listDesignRows } from "@/lib/domain/designs/list-design-rows";
import { listDesigns } from "@/lib/domain/designs/list-designs";
import { listEnvelope } from "@/lib/http/routes/envelopes";
import { managementQuery } from "@/lib/http/routes/route";

export const GET = managementQuery(
	{
		summary: "List Designs",
		description:
			"Every design that the caller may see, latest update first unless `order` reverses it. With `detail=true` each row also has the design's live deployments, newest build and the caller's permissions.",
		fromReplica: true,
		parameters: listDesignsParameters,
		response: listResponse(design),
		run: async ({ service, principal, parameters }) => ({
			body: listEnvelope(await listDesigns(service, principal, parameters)),
		}),
	},
	{
		parameters: listDesignRowsParameters,
		response: listResponse(designRow),
		run: async ({ service, principal, parameters }) => ({
			body: listEnvelope(await listDesignRows(service, principal, parameters)),
		}),
	},
);
