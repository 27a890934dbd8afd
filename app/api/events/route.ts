import { followParameters } from "@/lib/contract/event";
import { liveChanges } from "@/lib/http/routes/live-changes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Follow Changes",
	description:
		"Server-sent events: `id`, and `{type, id, revision}` as data for each changed object that the caller sees. With `Last-Event-ID` or `since` the missed events come first, or the event `reset` if the service no longer knows them. The event `heartbeat` comes every 15 seconds: a stream without it is dead.",
	headers: { "Last-Event-ID": "The `id` of the last received event." },
	parameters: followParameters,
	answers: "text/event-stream",
	errors: ["Throttled"],
	run: ({ service, principal, parameters: { since }, request, attributes }) =>
		liveChanges({ service, principal, since, request, attributes }),
});
