import { noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { webhookDeliveryDetail } from "@/lib/contract/webhook";
import { getDelivery } from "@/lib/domain/webhooks/list-deliveries";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get Delivery",
	description: "A message to a webhook with its payload, its attempts, and the beginning of the last answer.",
	parameters: noParameters,
	path: ["webhook_id", "delivery_id"],
	response: itemResponse(webhookDeliveryDetail),
	run: async ({ service, principal, path }) => ({
		body: itemEnvelope(await getDelivery(service, principal, path.webhook_id, path.delivery_id)),
	}),
});
