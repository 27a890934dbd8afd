import { listResponse } from "@/lib/contract/primitives";
import { listDeliveriesParameters, webhookDelivery } from "@/lib/contract/webhook";
import { listDeliveries } from "@/lib/domain/webhooks/list-deliveries";
import { listEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "List Deliveries",
	description: "Messages to a webhook of the last 30 days, newest first.",
	fromReplica: true,
	parameters: listDeliveriesParameters,
	path: ["webhook_id"],
	response: listResponse(webhookDelivery),
	run: async ({ service, principal, parameters, path }) => ({
		body: listEnvelope(await listDeliveries(service, principal, path.webhook_id, parameters)),
	}),
});
