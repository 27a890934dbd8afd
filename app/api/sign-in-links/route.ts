import { requestLinkBody } from "@/lib/contract/person";
import { emptyResponse } from "@/lib/contract/primitives";
import { requestSignInLink } from "@/lib/domain/mail/forgotten-password";
import { emptyEnvelope } from "@/lib/http/routes/envelopes";
import { publicJson } from "@/lib/http/routes/route";

export const POST = publicJson({
	summary: "Request Sign-in Link",
	description:
		"Mails a link that sets a new password to a person who signs in by one. The answer does not tell whether there is one.",
	refusals: { InvalidState: "This service sends no mails." },
	parameters: requestLinkBody,
	example: { email: "ada@example.com" },
	response: emptyResponse,
	run: async ({ service, parameters: { email }, attributes }) => {
		const origin = { address: attributes.clientAddress, requestId: attributes.requestId };
		await requestSignInLink(service, origin, email);
		return { body: emptyEnvelope() };
	},
});
