import { noParameters } from "@/lib/contract/deployment";
import { liveChanges } from "@/lib/http/routes/live-changes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Follow Changes",
	description:
		"Server-sent events: `id`, and `{type, id, revision}` as data for each changed object that the caller sees. With `Last-Event-ID` the missed events come first, or the event `reset` if the service no longer knows them. Comments keep the connection alive.",
	headers: { "Last-Event-ID": "The `id` of the last received event." },
	parameters: noParameters,
	answers: "text/event-stream",
	errors: ["Throttled"],
	run: ({ service, principal, request, attributes }) => liveChanges(service, principal, request, attributes),
});
