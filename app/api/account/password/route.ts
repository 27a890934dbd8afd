import { account, changePasswordBody } from "@/lib/contract/account";
import { itemResponse } from "@/lib/contract/primitives";
import { changePassword } from "@/lib/domain/accounts/own/change-password";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Change Password",
	description: "Sets another password, with the old one. All other sessions and open sign-in links of the user end.",
	refusals: {
		Forbidden: "The credential is no session.",
		InvalidState: "The user has no password, or another request changed it first.",
	},
	parameters: changePasswordBody,
	example: { old_password: "a few words in a row", password: "some other words in a row" },
	response: itemResponse(account),
	errors: ["Forbidden", "InvalidState"],
	run: async ({ service, principal, parameters }) => ({
		body: itemEnvelope(await changePassword(service, principal, parameters)),
	}),
});
