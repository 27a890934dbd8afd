import { itemResponse } from "@/lib/contract/primitives";
import { noBody, webhookDelivery } from "@/lib/contract/webhook";
import { testWebhook } from "@/lib/domain/webhooks/test-webhook";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Test Webhook",
	description: "Queues a message of the type `webhook.test`. It is sent once, also while the webhook is off or paused.",
	refusals: { InvalidState: "Five tests wait for their outcome already." },
	parameters: noBody,
	path: ["webhook_id"],
	response: itemResponse(webhookDelivery),
	status: 201,
	errors: ["InvalidState"],
	run: async ({ service, principal, path }) => ({
		body: itemEnvelope(await testWebhook(service, principal, path.webhook_id)),
	}),
});
