import type { OAuthConfig } from "next-auth/providers/oauth";
import { type CallbackParamsType, type OpenIDCallbackChecks, TokenSet } from "openid-client";
import type { SingleSignOnProblem } from "@/lib/contract/single-sign-on";
import type { Origin } from "@/lib/domain/accounts/principal-of-user";
import { signInByIdentity } from "@/lib/domain/accounts/sign-in/sign-in-by-identity";
import { log } from "@/lib/platform/log";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import { countRefusedSignIn } from "@/lib/platform/metrics/metrics";
import type { Service } from "@/lib/platform/service";
import { type Claims, hasSecondFactor, verifiedEmail } from "@/lib/platform/single-sign-on/claims";
import { problemOf, SingleSignOnError } from "@/lib/platform/single-sign-on/problem";
import { CLOCK_TOLERANCE_SECONDS, type Provider } from "@/lib/platform/single-sign-on/provider";

/** The provider's name in next-auth's addresses: `/api/auth/callback/oidc`. */
export const SINGLE_SIGN_ON_ID = "oidc";

/** All calls to the provider in one sign-in. */
const DEADLINE_MS = 15_000;

/** The outcome of one attempt, which next-auth itself cannot carry. */
export interface Attempt {
	problem: SingleSignOnProblem | null;
	/** The ID token of a successful sign-in. */
	idToken: string | null;
}

/**
 * The provider of single sign-on for next-auth, which keeps nonce and PKCE's secret in cookies;
 * codes, keys and tokens are judged by openid-client.
 * @param redirectUri where the provider sends people back
 * @param state of this attempt, which its cookies belong to
 * @param attempt receives the problem, or the ID token
 */
export function singleSignOnProvider(
	service: Service,
	{ metadata, client }: Provider,
	about: { redirectUri: string; state: string; origin: Origin; attempt: Attempt },
): OAuthConfig<Claims> {
	const { redirectUri, state, origin, attempt } = about;
	const fail = (problem: SingleSignOnProblem): never => {
		attempt.problem = problem;
		throw new Error(problem);
	};
	const noting = async <T>(work: Promise<T>): Promise<T> => {
		try {
			return await work;
		} catch (thrown) {
			const problem = problemOf(thrown);
			countRefusedSignIn("single sign-on");
			log.warn({ problem, cause: String(thrown) }, "the provider's answer is refused");
			return fail(problem);
		}
	};
	return {
		id: SINGLE_SIGN_ON_ID,
		name: service.settings.OIDC_LABEL,
		type: "oauth",
		idToken: true,
		checks: ["pkce", "nonce"],
		clientId: client.metadata.client_id,
		issuer: metadata.issuer,
		authorization: {
			url: metadata.authorization_endpoint,
			params: { scope: "openid email", redirect_uri: redirectUri, state },
		},
		token: {
			request: async ({ params, checks }) => {
				const tokens = await noting(within(exchange(client, redirectUri, params, { ...checks, state })));
				return { tokens };
			},
		},
		userinfo: {
			request: ({ tokens }) => noting(within(claimsOf(client, metadata, new TokenSet(tokens)))),
		},
		async profile(claims, tokens) {
			const found = await signInByIdentity(service, origin, {
				issuer: metadata.issuer,
				subject: String(claims.sub),
				verifiedEmail: verifiedEmail(claims),
				secondFactor: hasSecondFactor(claims),
			}).catch((thrown: unknown) => {
				logFailure(thrown, "signing in failed");
				return "unavailable" as const;
			});
			if (typeof found === "string") return fail(found);
			attempt.idToken = tokens.id_token ?? null;
			return found;
		},
	};
}

async function exchange(
	client: Provider["client"],
	redirectUri: string,
	params: CallbackParamsType,
	checks: OpenIDCallbackChecks,
): Promise<TokenSet> {
	const tokens = await client.callback(redirectUri, params, { ...checks, response_type: "code" });
	const { iat } = tokens.claims();
	const ahead = iat - Date.now() / 1000;
	if (ahead > CLOCK_TOLERANCE_SECONDS) {
		throw new SingleSignOnError("clocks", `the ID token was issued ${Math.round(ahead)} seconds from now`);
	}
	return tokens;
}

/** The claims of the ID token, with those of the provider's user info where it has no e-mail. */
async function claimsOf(client: Provider["client"], metadata: Provider["metadata"], tokens: TokenSet): Promise<Claims> {
	const claims = tokens.claims();
	if (claims.email !== undefined || metadata.userinfo_endpoint === undefined) return claims;
	// openid-client refuses the user info of another subject.
	return { ...(await client.userinfo(tokens)), ...claims };
}

/** Limits the wait for a provider that answers slowly, part by part. */
async function within<T>(work: Promise<T>): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		const message = `the provider did not answer within ${DEADLINE_MS / 1000} seconds`;
		timer = setTimeout(() => reject(new SingleSignOnError("unreachable", message)), DEADLINE_MS);
	});
	return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
