import { queueParameters } from "@/lib/contract/deployment-list";
import { queueResponse } from "@/lib/contract/queue";
import { listQueue } from "@/lib/domain/deployments/lists/list-queue";
import { listEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "List Queue",
	description: "Requests that wait for the caller's decision, with their warnings; and the whole queue in figures.",
	fromReplica: true,
	parameters: queueParameters,
	response: queueResponse,
	run: async ({ service, principal, parameters }) => {
		const { rows, total, ...figures } = await listQueue(service, principal, parameters);
		const { response, ...envelope } = listEnvelope({ rows, total });
		return { body: { ...envelope, response: { ...response, ...figures } } };
	},
});
