import { itemResponse } from "@/lib/contract/primitives";
import { noBody, webhookDelivery } from "@/lib/contract/webhook";
import { replayDelivery } from "@/lib/domain/webhooks/replay-delivery";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Replay Delivery",
	description: "Sends a message again, under the same `webhook-id`.",
	refusals: { InvalidState: "The delivery is pending." },
	parameters: noBody,
	path: ["webhook_id", "delivery_id"],
	response: itemResponse(webhookDelivery),
	errors: ["InvalidState"],
	run: async ({ service, principal, path }) => ({
		body: itemEnvelope(await replayDelivery(service, principal, path.webhook_id, path.delivery_id)),
	}),
});
