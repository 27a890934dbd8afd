import type { RedeemLink } from "@/lib/contract/person";
import { requestItem } from "./fetcher";

/** Sets a password with a link's secret; gives the e-mail to sign in with. */
export function redeemSignInLink(body: RedeemLink): Promise<{ email: string }> {
	return requestItem("/api/sign-in-links/redeem", (schemas) => schemas.redeemedLink, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(body),
	});
}
