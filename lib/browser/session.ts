import { NetworkError } from "./api-error";
import { servicePath } from "./service-path";

const AUTH = servicePath("/api/auth");

/** Sends a form to next-auth, with the token that other sites cannot know. */
async function post(action: string, fields: Record<string, string>): Promise<Response> {
	const csrf = await fetch(`${AUTH}/csrf`, { cache: "no-store" });
	if (!csrf.ok) throw new Error(`${AUTH}/csrf answered ${csrf.status}`);
	const { csrfToken }: { csrfToken: string } = await csrf.json();
	return fetch(`${AUTH}/${action}`, {
		method: "POST",
		body: new URLSearchParams({ ...fields, csrfToken, json: "true" }),
	});
}

/** The answer to a sign-in that goes on with a second factor. */
export const ASKS_SECOND_FACTOR = "second_factor";

/** What is typed to sign in; a passkey, as JSON, in place of a code. */
export interface TypedCredentials {
	readonly email: string;
	readonly password: string;
	readonly code?: string;
	readonly passkey?: string;
}

/**
 * Signs in by email, password and, where that was asked for, a second factor; returns
 * null, `ASKS_SECOND_FACTOR`, or next-auth's name of the error.
 * @throws NetworkError where the service does not answer
 */
export async function signIn(credentials: TypedCredentials): Promise<string | null> {
	try {
		const response = await post("callback/credentials", { ...credentials });
		const { url }: { url?: string } = await response.json();
		const error = url === undefined ? null : new URL(url).searchParams.get("error");
		return response.ok ? error : (error ?? "");
	} catch (error) {
		throw new NetworkError({ cause: error });
	}
}

/** Where the browser goes to sign in by single sign-on, or the problem that keeps it here. */
export type SingleSignOnStart =
	| { readonly url: string; readonly problem: null }
	| { readonly url: null; readonly problem: string };

/**
 * Starts signing in by single sign-on.
 * @param destination path to go to afterwards
 * @throws NetworkError where the service does not answer
 */
export async function startSingleSignOn(destination: string): Promise<SingleSignOnStart> {
	try {
		const response = await post("signin/oidc", { callbackUrl: servicePath(destination) });
		const { url = "" }: { url?: string } = await response.json();
		const { origin, pathname, searchParams, href } = new URL(url, window.location.href);
		// The service's own page comes back where there is nowhere to go.
		const own = pathname === servicePath("/signin") || pathname.startsWith(`${AUTH}/`);
		const stays = own && origin === window.location.origin;
		return stays ? { url: null, problem: searchParams.get("error") ?? "" } : { url: href, problem: null };
	} catch (error) {
		throw new NetworkError({ cause: error });
	}
}

/**
 * Ends the session.
 * @returns where to go to end it at the provider of single sign-on too; null without one
 * @throws where the service does not answer
 */
export async function signOut(): Promise<string | null> {
	const response = await post("signout", {});
	if (!response.ok) throw new Error(`signing out answered ${response.status}`);
	const { end_session = null }: { end_session?: string | null } = await response.json();
	return end_session;
}

/** The id of the user whose session this browser has now; null without one. */
export async function sessionUserId(): Promise<string | null> {
	const response = await fetch(`${AUTH}/session`, { cache: "no-store" });
	const { user_id = null }: { user_id?: string | null } = await response.json();
	return user_id;
}

/** Counts as use of the session: the answer sets its cookie again. */
export async function renewSession(): Promise<void> {
	await fetch(`${AUTH}/session`, { cache: "no-store" });
}
