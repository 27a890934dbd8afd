import { account, editAccountBody } from "@/lib/contract/account";
import { noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { editAccount } from "@/lib/domain/accounts/own/edit-account";
import { getAccount } from "@/lib/domain/accounts/own/get-account";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson, productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get Account",
	addsFactor: true,
	description: "The signed-in user.",
	refusals: { Forbidden: "The credential is no session." },
	parameters: noParameters,
	response: itemResponse(account),
	errors: ["Forbidden"],
	run: async ({ service, principal }) => ({ body: itemEnvelope(await getAccount(service, principal)) }),
});

export const PATCH = productJson({
	summary: "Edit Account",
	description: "Changes the user's own names; absent fields stay as they are.",
	refusals: { Forbidden: "The credential is no session." },
	parameters: editAccountBody,
	response: itemResponse(account),
	expects: ["revision"],
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters, expectation }) => ({
		body: itemEnvelope(await editAccount(service, principal, parameters, expectation)),
	}),
});
