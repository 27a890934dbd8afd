import { invitedPerson, signInLinkBody } from "@/lib/contract/person";
import { itemResponse } from "@/lib/contract/primitives";
import { createSignInLink } from "@/lib/domain/accounts/sign-in/create-sign-in-link";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { publicAddress } from "@/lib/http/routes/public-address";
import { productJson } from "@/lib/http/routes/route";
import { withLink, withoutLink } from "@/lib/http/routes/sign-in-link";

export const POST = productJson({
	summary: "Create Sign-in Link",
	confirms: true,
	description: "Creates another link to set a password, shown once; earlier links expire.",
	refusals: {
		Forbidden: "The caller may not issue links for this person.",
		InvalidState: "The person is disabled.",
	},
	parameters: signInLinkBody,
	path: ["user_id"],
	response: itemResponse(invitedPerson),
	errors: ["Forbidden"],
	withoutSecret: withoutLink,
	run: async ({ service, principal, path, attributes }) => {
		const invitation = await createSignInLink(service, principal, path.user_id);
		return { body: itemEnvelope(withLink(invitation, publicAddress(service, attributes))) };
	},
});
