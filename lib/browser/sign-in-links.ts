import type { RedeemLink } from "@/lib/contract/person";
import { request, requestItem } from "./fetcher";

/** Sets a password with a link's secret; gives the e-mail to sign in with. */
export function redeemSignInLink(body: RedeemLink): Promise<{ email: string }> {
	return requestItem("/api/sign-in-links/redeem", (schemas) => schemas.redeemedLink, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(body),
	});
}

/** Has a link mailed to who forgot their password, if there is such a person. */
export function requestSignInLink(email: string): Promise<unknown> {
	return request("/api/sign-in-links", (schemas) => schemas.emptyResponse, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify({ email }),
	});
}
