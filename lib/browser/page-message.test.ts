import { expect, test } from "vitest";
import { ApiError, describeError } from "./api-error";
import { pageMessage } from "./page-message";

test.each([
	["'activate_at': must be in the future, and it is now", "Activate at must be in the future, and it is now"],
	["'deactivate_at': must be later than 'activate_at'", 'Deactivate at must be later than "Activate at"'],
	["parameter 'deployment_status' must be one of activated", "Status on targets must be one of activated"],
	["parameter 'targetId' must be a GUID", "Target must be a GUID"],
	["missing required parameter 'targetId'", "Target is missing"],
	["'set_name' must have at most 200 characters", "Set name must have at most 200 characters"],
	["'sets[1].targeting_code': 'A' is used by another set", "Targeting code of set 2: 'A' is used by another set"],
	["'ip_restrictions[0]' must be an address", "Allowed IPs must be an address"],
	["the header If-Match must be a revision", "the version that you opened must be a revision"],
	["you have a view 'my_view' of /designs already", "you have a view 'my_view' of /designs already"],
	["the agents' keys are revoked", "the agents' keys are revoked"],
	["the deployment is at revision 3, not 2", "the deployment is at revision 3, not 2"],
])("%s", (message, shown) => {
	expect(pageMessage(message)).toBe(shown);
});

test("what a page says of an error names the field as the page does", () => {
	const error = new ApiError({
		status: 400,
		errorType: "InvalidArgument",
		message: "'memory_capacity' must be a number",
		requestId: null,
		sentAt: 0,
	});
	expect(describeError(error)).toBe("Memory must be a number.");
	expect(error.message).toBe("'memory_capacity' must be a number");
});
