import { begunTotp, emptyBody } from "@/lib/contract/account";
import { noParameters } from "@/lib/contract/deployment";
import { emptyResponse, itemResponse } from "@/lib/contract/primitives";
import { beginOwnTotp, removeOwnTotp } from "@/lib/domain/accounts/own/totp";
import { emptyEnvelope, itemEnvelope } from "@/lib/http/routes/envelopes";
import { productAction, productJson } from "@/lib/http/routes/route";
import { withoutTotp } from "@/lib/http/routes/without-codes";

export const POST = productJson({
	summary: "Begin Authenticator App",
	addsFactor: true,
	description: "Gives the secret for an authenticator app, once. The app counts after its first code.",
	refusals: {
		Forbidden: "The credential is no session, or the session is not confirmed.",
		InvalidState: "The user has an authenticator app, or no password.",
	},
	confirms: true,
	parameters: emptyBody,
	response: itemResponse(begunTotp),
	errors: ["Forbidden", "InvalidState"],
	withoutSecret: withoutTotp,
	run: async ({ service, principal }) => ({ body: itemEnvelope(await beginOwnTotp(service, principal)) }),
});

export const DELETE = productAction({
	summary: "Remove Authenticator App",
	description: "Removes the authenticator app; with the last second factor the recovery codes go, too.",
	refusals: { Forbidden: "The credential is no session, or the session is not confirmed." },
	confirms: true,
	parameters: noParameters,
	response: emptyResponse,
	errors: ["Forbidden", "NotFound"],
	run: async ({ service, principal }) => {
		await removeOwnTotp(service, principal);
		return { body: emptyEnvelope() };
	},
});
