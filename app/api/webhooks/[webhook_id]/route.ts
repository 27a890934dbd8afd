import { noParameters } from "@/lib/contract/deployment";
import { emptyResponse, itemResponse } from "@/lib/contract/primitives";
import { editWebhookBody, webhook } from "@/lib/contract/webhook";
import { deleteWebhook } from "@/lib/domain/webhooks/delete-webhook";
import { editWebhook } from "@/lib/domain/webhooks/edit-webhook";
import { getWebhook } from "@/lib/domain/webhooks/webhooks";
import { emptyEnvelope, itemEnvelope } from "@/lib/http/routes/envelopes";
import { productAction, productJson, productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get Webhook",
	description: "A webhook without the values of its secrets.",
	parameters: noParameters,
	path: ["webhook_id"],
	response: itemResponse(webhook),
	run: async ({ service, principal, path }) => ({
		body: itemEnvelope(await getWebhook(service, principal, path.webhook_id)),
	}),
});

export const PATCH = productJson({
	summary: "Edit Webhook",
	description: "Changes a webhook; absent fields stay as they are.",
	refusals: { Forbidden: "The caller's key is restricted by address or expiry." },
	parameters: editWebhookBody,
	path: ["webhook_id"],
	response: itemResponse(webhook),
	expects: ["revision"],
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters, path, expectation }) => ({
		body: itemEnvelope(await editWebhook(service, principal, path.webhook_id, parameters, expectation)),
	}),
});

export const DELETE = productAction({
	summary: "Delete Webhook",
	description: "Deletes a webhook with its secrets and deliveries.",
	parameters: noParameters,
	path: ["webhook_id"],
	response: emptyResponse,
	expects: ["revision"],
	run: async ({ service, principal, path, expectation }) => {
		await deleteWebhook(service, principal, path.webhook_id, expectation);
		return { body: emptyEnvelope() };
	},
});
