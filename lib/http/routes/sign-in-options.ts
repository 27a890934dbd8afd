import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { type ShownPasskey, shownPasskey } from "@/lib/contract/passkey";
import { signingIn } from "@/lib/domain/accounts/second-factor/begin-passkey-sign-in";
import type { RelyingParty } from "@/lib/domain/accounts/second-factor/passkeys";
import { cookieName, readSession, SESSION_MAX_AGE_SECONDS, sessionCookieName } from "@/lib/domain/accounts/session";
import { endSession } from "@/lib/domain/accounts/sign-in/end-session";
import { openSession, renewSession, type Visitor } from "@/lib/domain/accounts/sign-in/open-session";
import { type Credentials, signIn } from "@/lib/domain/accounts/sign-in/sign-in";
import type { SignedInUser } from "@/lib/domain/accounts/sign-in/verify-sign-in";
import { log } from "@/lib/platform/log";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import type { Service } from "@/lib/platform/service";
import type { Claims } from "@/lib/platform/single-sign-on/claims";
import { isDomainError } from "@/lib/rules/errors";
import { servicePath } from "./public-address";

/** The longest time that a person may take to sign in at the provider. */
const SINGLE_SIGN_ON_SECONDS = 15 * 60;

/**
 * Next-auth's code for failures after the provider's answer was judged, and for its error codes.
 */
const CALLBACK_FAILED = "OAUTH_CALLBACK_HANDLER_ERROR";

/** The origin of a sign-in, and the relying party of its passkeys. */
export interface SignInVisitor extends Visitor {
	readonly party?: RelyingParty | null;
}

/**
 * next-auth's options: e-mail and password, and a JWT with the user's id, session id and expiry.
 * Role and organization may change, so every request reads them.
 * @param secure whether the request used HTTPS, which decides the cookies' names and flags
 * @param singleSignOn of a request that signs in by it, and the mark of its attempt
 */
export function signInOptions(
	service: Service,
	secure: boolean,
	visitor: SignInVisitor,
	singleSignOn?: OAuthConfig<Claims>,
	mark?: string,
): NextAuthOptions {
	return {
		secret: service.secret,
		useSecureCookies: secure,
		session: { strategy: "jwt", maxAge: SESSION_MAX_AGE_SECONDS },
		// next-auth seals for 30 days at sign-in, and renews whatever it can open.
		jwt: { maxAge: SESSION_MAX_AGE_SECONDS, decode: ({ token = "" }) => readSession(service, token) },
		pages: { signIn: servicePath(service, "/signin"), error: servicePath(service, "/signin") },
		cookies: cookiesOf(service, secure, mark),
		providers: [
			CredentialsProvider({
				name: "credentials",
				credentials: {
					email: { type: "email" },
					password: { type: "password" },
					code: { type: "text" },
					passkey: { type: "text" },
				},
				async authorize(typed) {
					const credentials = readCredentials(typed, visitor.party);
					if (credentials === null) return null;
					// next-auth shows the message to the visitor.
					const user = await signIn(service, credentials, visitor.address).catch((thrown: unknown) => {
						if (isDomainError(thrown) && thrown.kind === "Throttled") throw new Error("throttled");
						logFailure(thrown, "signing in failed");
						throw new Error("unavailable");
					});
					if (user === "second_factor") throw new Error(user);
					return user;
				},
			}),
			...(singleSignOn === undefined ? [] : [singleSignOn]),
		],
		callbacks: {
			jwt({ token, user }) {
				const signedIn = user as unknown as SignedInUser | undefined;
				if (signedIn === undefined) return renewSession(service, token);
				const { id: userId, epoch, secondFactor } = signedIn;
				const by = singleSignOn === undefined ? "password" : "oidc";
				return openSession(service, { userId, epoch, by, secondFactor }, visitor);
			},
			redirect({ url, baseUrl }) {
				// next-auth's own check accepts any address that begins like this service's.
				const target = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : undefined;
				return target?.origin === baseUrl ? target.href : baseUrl;
			},
			session({ session, token }) {
				// Every request reads the user from the database; the browser gets the expiry, and
				// whose session it is.
				return { expires: session.expires, user_id: token.sub };
			},
		},
		logger: {
			// next-auth's own logger writes several lines with unescaped input, which could forge
			// log lines.
			error(code, metadata) {
				const { message: cause = "" } = (metadata instanceof Error ? metadata : metadata.error) ?? {};
				// An expired or forged cookie, or one sealed with another secret.
				if (code === "JWT_SESSION_ERROR" || code === "SIGNOUT_ERROR")
					log.debug({ code, cause }, "a session cookie is not valid");
				// At `debug` alone, as any visitor can provoke these, and the page that words them logs
				// them, too. A session that could not be opened comes as an Error.
				else if (singleSignOn !== undefined && !(code === CALLBACK_FAILED && metadata instanceof Error))
					log.debug({ code, cause }, "single sign-on failed");
				else log.error({ code, cause }, "signing in or out failed");
			},
			warn: (code) => log.debug({ code }, "next-auth warns"),
			debug: () => undefined,
		},
		events: {
			// next-auth removes only this browser's cookie.
			signOut: ({ token }) =>
				endSession(service, token).catch((err) => logFailure(err, "a session could not be ended")),
		},
	};
}

/** The fields of a sign-in, which next-auth does not validate; null where one is missing. */
function readCredentials(
	typed: Readonly<Record<string, unknown>> = {},
	party: RelyingParty | null | undefined,
): Credentials | null {
	const { email, password, code, passkey } = typed;
	if (typeof email !== "string" || typeof password !== "string") return null;
	if (typeof passkey === "string" && passkey !== "") {
		const shown = readPasskey(passkey);
		return shown === null || !party
			? null
			: { email, password, factor: { passkey: shown, party, binding: signingIn(email) } };
	}
	return { email, password, ...(typeof code === "string" && code !== "" ? { factor: { code } } : {}) };
}

/** A passkey that is shown, as JSON; null: it is none. */
function readPasskey(text: string): ShownPasskey | null {
	try {
		return shownPasskey.safeParse(JSON.parse(text)).data ?? null;
	} catch {
		return null;
	}
}

/** All of next-auth's cookies have the names of the service's, and go nowhere else. */
function cookiesOf(service: Service, secure: boolean, mark?: string): NonNullable<NextAuthOptions["cookies"]> {
	const options = { httpOnly: true, sameSite: "lax", path: servicePath(service, "") || "/", secure } as const;
	const brief = { ...options, maxAge: SINGLE_SIGN_ON_SECONDS };
	const named = (name: string, flags: typeof options = options) => ({
		name: cookieName(service, secure, name),
		options: flags,
	});
	const ofAttempt = (name: string) => (mark === undefined ? named(name) : named(`${name}.${mark}`, brief));
	return {
		sessionToken: { name: sessionCookieName(service, secure), options },
		csrfToken: named("next-auth.csrf-token"),
		callbackUrl: ofAttempt("next-auth.callback-url"),
		pkceCodeVerifier: ofAttempt("next-auth.pkce.code_verifier"),
		nonce: ofAttempt("next-auth.nonce"),
	};
}
