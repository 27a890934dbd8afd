import { endedSessions, listSessionsParameters, session } from "@/lib/contract/account";
import { noParameters } from "@/lib/contract/deployment";
import { itemResponse, listResponse } from "@/lib/contract/primitives";
import { endOtherSessions } from "@/lib/domain/accounts/own/end-own-sessions";
import { listSessions } from "@/lib/domain/accounts/own/list-sessions";
import { itemEnvelope, listEnvelope } from "@/lib/http/routes/envelopes";
import { productAction, productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "List Sessions",
	description: "Browsers in which the user is signed in, the newest first.",
	refusals: { Forbidden: "The credential is no session." },
	fromReplica: true,
	parameters: listSessionsParameters,
	response: listResponse(session),
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters }) => ({
		body: listEnvelope(await listSessions(service, principal, parameters)),
	}),
});

export const DELETE = productAction({
	summary: "End Other Sessions",
	description: "Ends all sessions of the user but the one of this request.",
	refusals: { Forbidden: "The credential is no session." },
	parameters: noParameters,
	response: itemResponse(endedSessions),
	errors: ["Forbidden"],
	run: async ({ service, principal }) => ({ body: itemEnvelope(await endOtherSessions(service, principal)) }),
});
