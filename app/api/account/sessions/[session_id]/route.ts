import { noParameters } from "@/lib/contract/deployment";
import { emptyResponse } from "@/lib/contract/primitives";
import { endOwnSession } from "@/lib/domain/accounts/own/end-own-sessions";
import { emptyEnvelope } from "@/lib/http/routes/envelopes";
import { productAction } from "@/lib/http/routes/route";

export const DELETE = productAction({
	summary: "End Session",
	description: "Ends one session of the user, at once and for every copy of its cookie.",
	refusals: { Forbidden: "The credential is no session." },
	parameters: noParameters,
	path: ["session_id"],
	response: emptyResponse,
	errors: ["Forbidden"],
	run: async ({ service, principal, path }) => {
		await endOwnSession(service, principal, path.session_id);
		return { body: emptyEnvelope() };
	},
});
