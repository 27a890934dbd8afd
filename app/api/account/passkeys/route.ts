import { recoveryCodes } from "@/lib/contract/account";
import { addPasskeyBody } from "@/lib/contract/passkey";
import { itemResponse } from "@/lib/contract/primitives";
import { addOwnPasskey } from "@/lib/domain/accounts/own/passkeys";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { relyingParty } from "@/lib/http/routes/relying-party";
import { productJson } from "@/lib/http/routes/route";
import { withoutCodes } from "@/lib/http/routes/without-codes";

export const POST = productJson({
	summary: "Add Passkey",
	addsFactor: true,
	description:
		"Adds the passkey that a browser has made. The first second factor brings recovery codes and ends all other sessions.",
	refusals: {
		Forbidden: "The credential is no session, or the session is not confirmed.",
		InvalidState: "The user has no password or too many passkeys, or the passkey was added before.",
	},
	confirms: true,
	parameters: addPasskeyBody,
	response: itemResponse(recoveryCodes),
	errors: ["Forbidden", "InvalidState"],
	withoutSecret: withoutCodes,
	run: async ({ service, principal, parameters, attributes }) => ({
		body: itemEnvelope(await addOwnPasskey(service, principal, parameters, () => relyingParty(service, attributes))),
	}),
});
