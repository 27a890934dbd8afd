import { noParameters } from "@/lib/contract/deployment";
import { grantTokenById } from "@/lib/domain/accounts/grant-token";
import { isGuid } from "@/lib/http/routes/path-ids";
import { tokenRoute } from "@/lib/http/routes/token-route";
import { InvalidArgumentError, NotFoundError } from "@/lib/rules/errors";

/** The refresh form: the token of a user named by id. */
export const GET = tokenRoute({
	summary: "Refresh Access Token of a User",
	description:
		"The current token of a user named by the `uid` of an earlier answer, or a new one when it has expired. `email`, `first_name` and `last_name` must not be given here.",
	parameters: noParameters,
	run: (service, caller, parameters, { user_id: userId }) => {
		const [alongside] = parameters.keys();
		if (alongside !== undefined) {
			throw new InvalidArgumentError(`parameter '${alongside}' should not be used alongside a user id`);
		}
		if (!isGuid(userId)) throw new NotFoundError("user not found");
		return grantTokenById(service, caller, userId.toLowerCase());
	},
});
