import { inboxResponse, listInboxParameters } from "@/lib/contract/inbox";
import { listInbox } from "@/lib/domain/inbox/list-inbox";
import { listEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "List Inbox",
	description: "The caller's notices of the last 90 days, newest first.",
	fromReplica: true,
	parameters: listInboxParameters,
	response: inboxResponse,
	run: async ({ service, principal, parameters }) => {
		const { unread, ...page } = await listInbox(service, principal, parameters);
		const { response, ...envelope } = listEnvelope(page);
		return { body: { ...envelope, response: { ...response, unread_count: unread } } };
	},
});
