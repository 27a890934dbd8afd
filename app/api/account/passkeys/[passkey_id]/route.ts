import { noParameters } from "@/lib/contract/deployment";
import { passkey, renamePasskeyBody } from "@/lib/contract/passkey";
import { emptyResponse, itemResponse } from "@/lib/contract/primitives";
import { removeOwnPasskey, renameOwnPasskey } from "@/lib/domain/accounts/own/passkeys";
import { emptyEnvelope, itemEnvelope } from "@/lib/http/routes/envelopes";
import { productAction, productJson } from "@/lib/http/routes/route";

export const PATCH = productJson({
	summary: "Rename Passkey",
	description: "Gives a passkey of the user another name.",
	refusals: { Forbidden: "The credential is no session." },
	parameters: renamePasskeyBody,
	path: ["passkey_id"],
	response: itemResponse(passkey),
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters, path }) => ({
		body: itemEnvelope(await renameOwnPasskey(service, principal, path.passkey_id, parameters.name)),
	}),
});

export const DELETE = productAction({
	summary: "Remove Passkey",
	description: "Removes a passkey of the user; with the last second factor the recovery codes go, too.",
	refusals: {
		Forbidden: "The credential is no session, or the session is not confirmed.",
		InvalidState: "It is the last second factor, and the organization requires one.",
	},
	confirms: true,
	parameters: noParameters,
	path: ["passkey_id"],
	response: emptyResponse,
	errors: ["Forbidden", "InvalidState"],
	run: async ({ service, principal, path }) => {
		await removeOwnPasskey(service, principal, path.passkey_id);
		return { body: emptyEnvelope() };
	},
});
