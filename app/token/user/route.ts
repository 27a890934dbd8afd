import { tokenUserParameters } from "@/lib/contract/token";
import { grantTokenByEmail } from "@/lib/domain/accounts/credentials/grant-token";
import { requiredParameter, requireEmail, tokenRoute } from "@/lib/http/routes/token-route";

export const GET = tokenRoute({
	summary: "Get Access Token of a User",
	description:
		"The access token of the user with this e-mail, in the key's organization: the same one until it expires. The user and their credentials are created on the first request; later requests update the names. All further requests for the user use the `uid`.",
	changesData: true,
	parameters: tokenUserParameters,
	run: (service, caller, parameters) => {
		const email = requiredParameter(parameters, "email");
		const firstName = requiredParameter(parameters, "first_name");
		const lastName = requiredParameter(parameters, "last_name");
		return grantTokenByEmail(service, caller, {
			email: requireEmail(email),
			first_name: firstName,
			last_name: lastName,
		});
	},
});
