import { tokenUserParameters } from "@/lib/contract/token";
import { requiredParameter, requireEmail, tokenRoute } from "@/lib/http/token-route";
import { grantTokenByEmail } from "@/lib/tokens/grant-token";

/** The token of a user named by e-mail, who is created on the first request. */
export const GET = tokenRoute({
	summary: "Get Access Token of a User",
	description: "The same token until it expires; the user's credentials are created on the first request.",
	parameters: tokenUserParameters,
	run: (service, caller, parameters) => {
		const email = requiredParameter(parameters, "email");
		const firstName = requiredParameter(parameters, "first_name");
		const lastName = requiredParameter(parameters, "last_name");
		return grantTokenByEmail(service, caller, { email: requireEmail(email), firstName, lastName });
	},
});
