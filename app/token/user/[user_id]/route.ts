import { noParameters } from "@/lib/contract/deployment";
import { grantTokenById } from "@/lib/domain/accounts/credentials/grant-token";
import { refuseAlongsideUserId, requireUserId, tokenRoute } from "@/lib/http/routes/token-route";

export const GET = tokenRoute({
	summary: "Refresh Access Token of a User",
	description:
		"The current token of a user named by the `uid` of an earlier answer, or a new one when it has expired. `email`, `first_name` and `last_name` must not be given here.",
	parameters: noParameters,
	run: (service, caller, parameters, { user_id: userId }) => {
		refuseAlongsideUserId(parameters);
		return grantTokenById(service, caller, requireUserId(userId));
	},
});
