import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { endSession } from "@/lib/domain/accounts/end-session";
import { newSession, SESSION_MAX_AGE_SECONDS, sessionCookieName } from "@/lib/domain/accounts/session";
import { signIn } from "@/lib/domain/accounts/sign-in";
import type { SignedInUser } from "@/lib/domain/accounts/verify-sign-in";
import { log } from "@/lib/platform/log";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import type { Service } from "@/lib/platform/service";
import { isDomainError } from "@/lib/rules/errors";
import { FACT_HEADERS } from "./request-facts";

/**
 * next-auth's options: e-mail and password, a JWT session that carries the user's id and session epoch, which session it is and its
 * end, and nothing that may change (role and organization are read with each request).
 * @param secure whether the request came over HTTPS, which decides about the cookies' names and flags
 */
export function signInOptions(service: Service, secure: boolean): NextAuthOptions {
	return {
		secret: service.secret,
		useSecureCookies: secure,
		session: { strategy: "jwt", maxAge: SESSION_MAX_AGE_SECONDS },
		pages: { signIn: "/signin", error: "/signin" },
		cookies: {
			sessionToken: {
				name: sessionCookieName(secure),
				options: { httpOnly: true, sameSite: "lax", path: "/", secure },
			},
		},
		providers: [
			CredentialsProvider({
				name: "credentials",
				credentials: { email: { type: "email" }, password: { type: "password" } },
				async authorize(credentials, request) {
					// What a form says, whatever its fields: next-auth looks at none of them.
					const { email, password }: { readonly email?: unknown; readonly password?: unknown } = credentials ?? {};
					if (typeof email !== "string" || typeof password !== "string") return null;
					const address: unknown = request.headers?.[FACT_HEADERS.clientAddress];
					try {
						return await signIn(service, { email, password }, typeof address === "string" ? address : "");
					} catch (thrown) {
						// next-auth hands the message to the page as it is, and so to anybody.
						if (isDomainError(thrown) && thrown.kind === "Throttled") throw new Error("throttled");
						logFailure(thrown, "signing in failed");
						throw new Error("unavailable");
					}
				},
			}),
		],
		callbacks: {
			jwt({ token, user }) {
				const signedIn = user as unknown as SignedInUser | undefined;
				return signedIn === undefined ? token : newSession(service, signedIn);
			},
			redirect({ url, baseUrl }) {
				// next-auth's own fails for what only begins like an address of this service.
				const asked = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : undefined;
				return asked?.origin === baseUrl ? asked.href : baseUrl;
			},
			session({ session }) {
				// Who is signed in is read from the database with each request; the session tells the browser nothing but its end.
				return { expires: session.expires };
			},
		},
		logger: {
			// Its own writes several lines, with what callers sent as they sent it: in a line of the log nobody adds another one.
			error(code, metadata) {
				const { message: cause = "" } = (metadata instanceof Error ? metadata : metadata.error) ?? {};
				// A cookie that is too old, was sealed with another secret, or was made up.
				if (code === "JWT_SESSION_ERROR" || code === "SIGNOUT_ERROR")
					log.debug({ code, cause }, "a session cookie was of no use");
				else log.error({ code, cause }, "signing in or out failed");
			},
			warn: (code) => log.debug({ code }, "next-auth warns"),
			debug: () => undefined,
		},
		events: {
			// next-auth takes the cookie from this browser alone.
			signOut: ({ token }) =>
				endSession(service, token).catch((err) => logFailure(err, "a session could not be ended")),
		},
	};
}
