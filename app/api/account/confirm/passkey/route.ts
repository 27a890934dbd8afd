import { emptyBody } from "@/lib/contract/account";
import { passkeyOptions } from "@/lib/contract/passkey";
import { itemResponse } from "@/lib/contract/primitives";
import { beginConfirmation } from "@/lib/domain/accounts/own/passkeys";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { relyingParty } from "@/lib/http/routes/relying-party";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Begin Confirmation by Passkey",
	changesData: false,
	description: "Gives what a browser shows a passkey with, to confirm the session.",
	refusals: {
		Forbidden: "The credential is no session.",
		InvalidState: "The user has no passkey, or the service was asked by an IP address.",
	},
	parameters: emptyBody,
	response: itemResponse(passkeyOptions),
	errors: ["Forbidden", "InvalidState"],
	run: async ({ service, principal, attributes }) => ({
		body: itemEnvelope(await beginConfirmation(service, principal, () => relyingParty(service, attributes))),
	}),
});
