import { redeemedLink, redeemLinkBody } from "@/lib/contract/person";
import { itemResponse } from "@/lib/contract/primitives";
import { redeemSignInLink } from "@/lib/domain/accounts/sign-in/redeem-sign-in-link";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { publicJson } from "@/lib/http/routes/route";

export const POST = publicJson({
	summary: "Redeem Sign-in Link",
	description: "Sets a password with the secret of a link, which works once and until it expires.",
	parameters: redeemLinkBody,
	example: { secret: "5Jd0…", password: "a few words in a row" },
	response: itemResponse(redeemedLink),
	errors: ["NotFound"],
	run: async ({ service, parameters, attributes }) => {
		const origin = { address: attributes.clientAddress, requestId: attributes.requestId };
		return { body: itemEnvelope(await redeemSignInLink(service, origin, parameters)) };
	},
});
