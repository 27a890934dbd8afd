import { itemResponse } from "@/lib/contract/primitives";
import { issuedWebhook, noBody } from "@/lib/contract/webhook";
import { rotateSecret } from "@/lib/domain/webhooks/rotate-secret";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";
import { withoutWebhookSecret } from "@/lib/http/routes/without-webhook-secret";

export const POST = productJson({
	summary: "Rotate Webhook Secret",
	confirms: true,
	description: "Adds a secret, shown once. For 24 hours the earlier secrets sign, too.",
	refusals: {
		Forbidden: "The caller's key is restricted by address or expiry.",
		InvalidState: "Five secrets sign already.",
	},
	parameters: noBody,
	path: ["webhook_id"],
	response: itemResponse(issuedWebhook),
	status: 201,
	expects: ["revision"],
	errors: ["Forbidden", "InvalidState"],
	withoutSecret: withoutWebhookSecret,
	run: async ({ service, principal, path, expectation }) => ({
		body: itemEnvelope(await rotateSecret(service, principal, path.webhook_id, expectation)),
	}),
});
