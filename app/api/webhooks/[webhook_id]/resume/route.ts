import { itemResponse } from "@/lib/contract/primitives";
import { noBody, webhook } from "@/lib/contract/webhook";
import { resumeWebhook } from "@/lib/domain/webhooks/resume-webhook";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Resume Webhook",
	description: "Ends a pause. Waiting deliveries are sent at once; a replay sends events from the time of the pause.",
	refusals: { InvalidState: "The webhook is not paused." },
	parameters: noBody,
	path: ["webhook_id"],
	response: itemResponse(webhook),
	expects: ["revision"],
	errors: ["InvalidState"],
	run: async ({ service, principal, path, expectation }) => ({
		body: itemEnvelope(await resumeWebhook(service, principal, path.webhook_id, expectation)),
	}),
});
