import { inboxCount, readInboxBody } from "@/lib/contract/inbox";
import { itemResponse } from "@/lib/contract/primitives";
import { readInbox } from "@/lib/domain/inbox/read-inbox";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Mark Inbox as Read",
	description: "Marks items of the caller's inbox as read or unread, on all their devices.",
	parameters: readInboxBody,
	response: itemResponse(inboxCount),
	run: async ({ service, principal, parameters }) => ({
		body: itemEnvelope({ unread_count: await readInbox(service, principal, parameters) }),
	}),
});
