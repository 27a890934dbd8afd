import { z } from "zod";
import { buildDetail } from "@/lib/contract/build";
import { paging } from "@/lib/contract/parameters";
import { listResponse } from "@/lib/contract/primitives";
import { listDesignBuilds } from "@/lib/domain/builds/list-design-builds";
import { listEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "List Builds of a Design",
	description: "Every build in every status, with progress, reason and duration.",
	fromReplica: true,
	parameters: z.strictObject(paging),
	path: ["design_id"],
	response: listResponse(buildDetail),
	run: async ({ service, principal, parameters, path }) => ({
		body: listEnvelope(await listDesignBuilds(service, principal, path.design_id, parameters)),
	}),
});
