import { passkeyOptions, passkeySignInBody } from "@/lib/contract/passkey";
import { itemResponse } from "@/lib/contract/primitives";
import { beginPasskeySignIn } from "@/lib/domain/accounts/second-factor/begin-passkey-sign-in";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { relyingParty } from "@/lib/http/routes/relying-party";
import { publicJson } from "@/lib/http/routes/route";

export const POST = publicJson({
	summary: "Begin Sign-in by Passkey",
	changesData: false,
	description: "Gives what a browser shows a passkey with at sign-in; alike for every e-mail.",
	refusals: { InvalidState: "The service was asked by an IP address." },
	parameters: passkeySignInBody,
	example: { email: "ann@example.com" },
	response: itemResponse(passkeyOptions),
	errors: ["InvalidState"],
	run: async ({ service, parameters, attributes }) => ({
		body: itemEnvelope(await beginPasskeySignIn(service, parameters.email, relyingParty(service, attributes))),
	}),
});
