import { itemResponse, listResponse } from "@/lib/contract/primitives";
import { createWebhookBody, issuedWebhook, listWebhooksParameters, webhook } from "@/lib/contract/webhook";
import { createWebhook } from "@/lib/domain/webhooks/create-webhook";
import { listWebhooks } from "@/lib/domain/webhooks/webhooks";
import { itemEnvelope, listEnvelope } from "@/lib/http/routes/envelopes";
import { productJson, productQuery } from "@/lib/http/routes/route";
import { withoutWebhookSecret } from "@/lib/http/routes/without-webhook-secret";

export const GET = productQuery({
	summary: "List Webhooks",
	description: "Webhooks of the administrator's organization, for operators all; newest first.",
	refusals: { Forbidden: "The caller is a designer, or has an access token." },
	fromReplica: true,
	parameters: listWebhooksParameters,
	response: listResponse(webhook),
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters }) => ({
		body: listEnvelope(await listWebhooks(service, principal, parameters)),
	}),
});

export const POST = productJson({
	summary: "Create Webhook",
	description:
		"Creates a webhook. An administrator's tells of their organization: its targets and the designs that it owns. The secret is shown once.",
	refusals: {
		Forbidden: "The caller may not have webhooks, or not of this organization.",
		InvalidState: "The organization has as many webhooks as it may have.",
	},
	example: { url: "https://example.com/hooks/targeting", events: ["deployment.requested"], format: "json" },
	parameters: createWebhookBody,
	response: itemResponse(issuedWebhook),
	status: 201,
	errors: ["Forbidden", "InvalidState"],
	withoutSecret: withoutWebhookSecret,
	run: async ({ service, principal, parameters }) => ({
		body: itemEnvelope(await createWebhook(service, principal, parameters)),
	}),
});
