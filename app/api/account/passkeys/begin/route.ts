import { emptyBody } from "@/lib/contract/account";
import { passkeyOptions } from "@/lib/contract/passkey";
import { itemResponse } from "@/lib/contract/primitives";
import { beginOwnPasskey } from "@/lib/domain/accounts/own/passkeys";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { relyingParty } from "@/lib/http/routes/relying-party";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Begin Passkey",
	addsFactor: true,
	changesData: false,
	description: "Gives what a browser makes a passkey with. The passkey counts once it is added.",
	refusals: {
		Forbidden: "The credential is no session, or the session is not confirmed.",
		InvalidState: "The user has no password or too many passkeys, or the service was asked by an IP address.",
	},
	confirms: true,
	parameters: emptyBody,
	response: itemResponse(passkeyOptions),
	errors: ["Forbidden", "InvalidState"],
	run: async ({ service, principal, attributes }) => ({
		body: itemEnvelope(await beginOwnPasskey(service, principal, () => relyingParty(service, attributes))),
	}),
});
