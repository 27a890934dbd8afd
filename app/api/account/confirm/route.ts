import { confirmSessionBody, sessionConfirmed } from "@/lib/contract/account";
import { itemResponse } from "@/lib/contract/primitives";
import { confirmSession } from "@/lib/domain/accounts/own/confirm-session";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { findRelyingParty } from "@/lib/http/routes/relying-party";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Confirm Session",
	addsFactor: true,
	description:
		"Confirms the session by password and second factor. For 5 minutes it may then do what requires confirmation.",
	refusals: { Forbidden: "The credential is no session.", InvalidState: "The user has no password." },
	parameters: confirmSessionBody,
	example: { password: "a few words in a row", code: "123456" },
	response: itemResponse(sessionConfirmed),
	errors: ["Forbidden", "InvalidState"],
	run: async ({ service, principal, parameters, attributes }) => ({
		body: itemEnvelope(await confirmSession(service, principal, parameters, findRelyingParty(service, attributes))),
	}),
});
