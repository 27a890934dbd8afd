import { z } from "zod";
import { designEvent } from "@/lib/contract/design-history";
import { paging } from "@/lib/contract/parameters";
import { listResponse } from "@/lib/contract/primitives";
import { listDesignHistory } from "@/lib/domain/designs/list-design-history";
import { listEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "List History of a Design",
	description: "The audit events of a design, its builds and its deployments.",
	fromReplica: true,
	parameters: z.strictObject(paging),
	path: ["design_id"],
	response: listResponse(designEvent),
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters, path }) => ({
		body: listEnvelope(await listDesignHistory(service, principal, path.design_id, parameters)),
	}),
});
