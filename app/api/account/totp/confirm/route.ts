import { addTotpBody, recoveryCodes } from "@/lib/contract/account";
import { itemResponse } from "@/lib/contract/primitives";
import { addOwnTotp } from "@/lib/domain/accounts/own/totp";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";
import { withoutCodes } from "@/lib/http/routes/without-codes";

export const POST = productJson({
	summary: "Add Authenticator App",
	addsFactor: true,
	description:
		"Takes the first code of an authenticator app, which counts from then on. The first second factor brings recovery codes and ends all other sessions.",
	refusals: { Forbidden: "The credential is no session, or the session is not confirmed." },
	confirms: true,
	parameters: addTotpBody,
	example: { code: "123456" },
	response: itemResponse(recoveryCodes),
	errors: ["Forbidden"],
	withoutSecret: withoutCodes,
	run: async ({ service, principal, parameters }) => ({
		body: itemEnvelope(await addOwnTotp(service, principal, parameters.code)),
	}),
});
