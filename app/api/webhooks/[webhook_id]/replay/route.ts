import { itemResponse } from "@/lib/contract/primitives";
import { replayed, replaySinceBody } from "@/lib/contract/webhook";
import { replaySince } from "@/lib/domain/webhooks/replay-since";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Replay Events",
	description:
		"Sends all events since a time again, also those that the webhook was not told of. Repeat with `after` until `next` is null.",
	example: { since: "2026-01-05T09:00:00Z" },
	parameters: replaySinceBody,
	path: ["webhook_id"],
	response: itemResponse(replayed),
	run: async ({ service, principal, parameters, path }) => ({
		body: itemEnvelope(await replaySince(service, principal, path.webhook_id, parameters)),
	}),
});
