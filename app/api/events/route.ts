import { noParameters } from "@/lib/contract/deployment";
import { liveChanges } from "@/lib/http/routes/live-changes";
import { productQuery } from "@/lib/http/routes/route";

/** What changes of what the caller sees, as server-sent events; with `Last-Event-ID` also what was missed. */
export const GET = productQuery({
	summary: "Follow Changes",
	description:
		"Server-sent events: `id`, and as data `{type, id, revision}` of what has changed that the caller sees. With `Last-Event-ID` what was missed comes first, or the event `reset` when that is not known any more. Comments keep the connection alive.",
	headers: { "Last-Event-ID": "The `id` of the last event that was seen." },
	parameters: noParameters,
	answers: "text/event-stream",
	errors: ["Throttled"],
	run: ({ service, principal, request, attributes }) => liveChanges(service, principal, request, attributes),
});
