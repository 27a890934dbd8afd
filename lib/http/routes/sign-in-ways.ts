import { isMailOn } from "@/lib/platform/mail/is-mail-on";
import { service } from "@/lib/platform/service";
import { hasSingleSignOn } from "@/lib/platform/single-sign-on/provider";

/** How people sign in, as pages offer it. */
export interface SignInWays {
	/** The name of the provider of single sign-on; null without one. */
	readonly singleSignOn: string | null;
	readonly passwords: boolean;
	/** Whether people who forgot their password can have a link mailed. */
	readonly mailsLinks: boolean;
}

/** The ways to sign in that the settings open. */
export function signInWays(): SignInWays {
	const { settings } = service();
	const passwords = !settings.OIDC_ONLY;
	return {
		singleSignOn: hasSingleSignOn(settings) ? settings.OIDC_LABEL : null,
		passwords,
		mailsLinks: passwords && isMailOn({ settings }),
	};
}
