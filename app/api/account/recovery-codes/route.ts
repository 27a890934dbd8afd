import { emptyBody, recoveryCodes } from "@/lib/contract/account";
import { itemResponse } from "@/lib/contract/primitives";
import { regenerateRecoveryCodes } from "@/lib/domain/accounts/own/totp";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";
import { withoutCodes } from "@/lib/http/routes/without-codes";

export const POST = productJson({
	summary: "Create Recovery Codes",
	description: "Gives ten recovery codes, once; all earlier ones end.",
	refusals: {
		Forbidden: "The credential is no session, or the session is not confirmed.",
		InvalidState: "The user has no second factor.",
	},
	confirms: true,
	parameters: emptyBody,
	response: itemResponse(recoveryCodes),
	errors: ["Forbidden", "InvalidState"],
	withoutSecret: withoutCodes,
	run: async ({ service, principal }) => ({ body: itemEnvelope(await regenerateRecoveryCodes(service, principal)) }),
});
