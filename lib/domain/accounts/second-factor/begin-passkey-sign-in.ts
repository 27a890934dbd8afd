import type { PasskeyOptions } from "@/lib/contract/passkey";
import type { Service } from "@/lib/platform/service";
import { emailKey } from "@/lib/rules/text/email-key";
import type { ChallengeBinding } from "./challenge";
import { authenticationOptions, type RelyingParty } from "./passkeys";

/** The challenge by which a passkey signs in with an e-mail. */
export const signingIn = (email: string): ChallengeBinding => ({
	purpose: "sign in",
	subject: emailKey(email),
});

/**
 * `POST /api/passkey-sign-in`: gives the options by which a browser uses a passkey, beside the
 * password of an e-mail. The answer is the same for every e-mail, with an account or without.
 */
export function beginPasskeySignIn(service: Service, email: string, party: RelyingParty): Promise<PasskeyOptions> {
	return authenticationOptions(service, null, party, signingIn(email));
}
