import { randomBytes } from "node:crypto";
import type { SingleSignOnProblem } from "@/lib/contract/single-sign-on";
import { cookieName } from "@/lib/domain/accounts/session";
import { log } from "@/lib/platform/log";
import { countRefusedSignIn } from "@/lib/platform/metrics/metrics";
import type { Service } from "@/lib/platform/service";
import { problemOf, problemOfCode } from "@/lib/platform/single-sign-on/problem";
import { findProvider } from "@/lib/platform/single-sign-on/provider";
import { cookieOf, overHttps } from "./authenticate";
import { publicAddress, servicePath } from "./public-address";
import { findRelyingParty } from "./relying-party";
import type { RequestAttributes } from "./request-attributes";
import { signInOptions } from "./sign-in-options";
import { type Attempt, SINGLE_SIGN_ON_ID, singleSignOnProvider } from "./single-sign-on";
import { boundAttempts, endAttempt, markOf, type SingleSignOnAttempt } from "./single-sign-on-attempts";

/** As long as a session can be renewed. */
const IDENTITY_SECONDS = 30 * 24 * 3600;
/** Browsers take cookies of 4,096 bytes with name and attributes. */
const LONGEST_ID_TOKEN = 3_500;

type Run = (options: ReturnType<typeof signInOptions>) => Promise<Response>;

/**
 * Next-auth's route with single sign-on: starts a sign-in, ends it with words for whatever is
 * wrong, and signs out at the provider too.
 * @param run next-auth, with the options of this request
 */
export async function singleSignOnRoute(
	service: Service,
	request: Request,
	attributes: RequestAttributes,
	action: readonly string[],
	run: Run,
): Promise<Response> {
	const [verb, id] = action;
	const secure = overHttps(attributes);
	const userAgent = request.headers.get("user-agent") ?? "";
	const visitor = { address: attributes.clientAddress, userAgent, party: findRelyingParty(service, attributes) };
	if (verb === "signout") {
		return signOutAtProvider(service, request, attributes, await run(signInOptions(service, secure, visitor)));
	}
	if (id !== SINGLE_SIGN_ON_ID) return run(signInOptions(service, secure, visitor));
	// A link to it, such as a provider's own tile, cannot start a sign-in: the button can.
	if (verb === "signin" && request.method !== "POST") return Response.redirect(signInPage(service, attributes));
	const { searchParams } = new URL(request.url);
	const state = verb === "signin" ? randomBytes(32).toString("base64url") : (searchParams.get("state") ?? "");
	const own = { service, secure, mark: markOf(state) };
	const ended = verb === "callback" ? endAttempt(own) : [];
	const attempt: Attempt = { problem: null, idToken: null };
	const provider = await findProvider(service.settings).catch((thrown: unknown) => {
		attempt.problem = problemOf(thrown);
		countRefusedSignIn("single sign-on");
		log.warn({ problem: attempt.problem, cause: String(thrown) }, "the provider of single sign-on is not usable");
		return null;
	});
	if (provider === null) return answerProblem(service, request, own, attempt.problem ?? "misconfigured", ended);
	const about = {
		redirectUri: `${publicAddress(service, attributes)}/api/auth/callback/${SINGLE_SIGN_ON_ID}`,
		state,
		origin: { address: attributes.clientAddress, requestId: attributes.requestId },
		attempt,
	};
	const options = signInOptions(service, secure, visitor, singleSignOnProvider(service, provider, about), own.mark);
	const response = await run(options);
	if (verb !== "callback") return boundAttempts(own, request, response);
	for (const cookie of ended) response.headers.append("Set-Cookie", cookie);
	// Where the session could not be opened, next-auth leads to its own page.
	const opened = !new URL(response.headers.get("location") ?? "", request.url).pathname.endsWith("/api/auth/error");
	if (attempt.idToken !== null && !opened) attempt.problem = "unavailable";
	if (attempt.idToken !== null && attempt.problem === null) {
		response.headers.append("Set-Cookie", identityCookie(service, secure, attempt.idToken, IDENTITY_SECONDS));
		return response;
	}
	const code = searchParams.get("error");
	const problem = attempt.problem ?? (code === null ? "unfinished" : problemOfCode(code));
	log.info({ problem, provider_error: code?.slice(0, 80) }, "a sign-in by single sign-on failed");
	return answerProblem(service, request, own, problem, response.headers.getSetCookie());
}

const signInPage = (service: Service, attributes: RequestAttributes) => `${publicAddress(service, attributes)}/signin`;

/**
 * Leads to the sign-in page, which explains the problem; a form of next-auth's takes the address as
 * JSON.
 */
function answerProblem(
	service: Service,
	request: Request,
	attempt: SingleSignOnAttempt,
	problem: SingleSignOnProblem,
	cookies: readonly string[],
): Response {
	const query = new URLSearchParams({ error: problem, ...wantedPage(service, request, attempt) });
	const address = servicePath(service, `/signin?${query}`);
	const headers = new Headers({ "Cache-Control": "no-store" });
	for (const cookie of cookies) headers.append("Set-Cookie", cookie);
	if (request.method === "POST") return Response.json({ url: address }, { headers });
	headers.set("Location", address);
	return new Response(null, { status: 302, headers });
}

/**
 * The requested page, which next-auth keeps in a cookie during the sign-in; the sign-in page judges
 * it.
 */
function wantedPage(
	service: Service,
	request: Request,
	{ secure, mark }: SingleSignOnAttempt,
): { callbackUrl?: string } {
	const kept = cookieOf(request, cookieName(service, secure, `next-auth.callback-url.${mark}`)) ?? "";
	// Takes malformed escapes as they are.
	const address = new URLSearchParams(`kept=${kept}`).get("kept") ?? "";
	const { pathname = "/", search = "" } = URL.canParse(address) ? new URL(address) : {};
	const path = pathname.startsWith(servicePath(service, "/")) ? pathname.slice(servicePath(service, "").length) : "/";
	return path === "/" && search === "" ? {} : { callbackUrl: path + search };
}

/**
 * The ID token stays in the browser, as the hint by which the provider knows whose session ends.
 */
function identityCookie(service: Service, secure: boolean, idToken: string, seconds: number): string {
	const value = idToken.length > LONGEST_ID_TOKEN ? "-" : idToken;
	// It is long, and signing out alone needs it.
	const path = servicePath(service, "/api/auth/signout");
	const flags = `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
	return `${identityCookieName(service, secure)}=${value}; ${flags}`;
}

/** Its path keeps it from the prefix of the others. */
const identityCookieName = (service: Service, secure: boolean) =>
	`${secure ? "__Secure-" : ""}${cookieName(service, false, "targeting.identity")}`;

/**
 * Adds `end_session`, the address that signs out at the provider, to next-auth's answer: for single
 * sign-on sessions, if the provider offers it.
 */
async function signOutAtProvider(
	service: Service,
	request: Request,
	attributes: RequestAttributes,
	response: Response,
): Promise<Response> {
	const secure = overHttps(attributes);
	const idToken = cookieOf(request, identityCookieName(service, secure));
	if (idToken === undefined || idToken === "" || !response.headers.get("content-type")?.includes("json")) {
		return response;
	}
	const body = (await response.json()) as { readonly url?: unknown };
	const headers = new Headers(response.headers);
	headers.delete("content-length");
	// Next-auth answers a form without its token with a confirmation page of its own.
	const ended = typeof body.url === "string" && !body.url.includes("csrf=true");
	if (!ended) return Response.json(body, { status: response.status, headers });
	headers.append("Set-Cookie", identityCookie(service, secure, "", 0));
	const provider = await findProvider(service.settings).catch(() => null);
	if (provider?.metadata.end_session_endpoint === undefined) {
		return Response.json(body, { status: response.status, headers });
	}
	const address = new URL(provider.metadata.end_session_endpoint);
	address.searchParams.set("client_id", provider.client.metadata.client_id);
	address.searchParams.set("post_logout_redirect_uri", signInPage(service, attributes));
	if (idToken !== "-") address.searchParams.set("id_token_hint", idToken);
	return Response.json({ ...body, end_session: address.href }, { status: response.status, headers });
}
