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

/**
 * Signs in by email and password; returns null, or next-auth's name of the error.
 * @throws NetworkError where the service does not answer
 */
export async function signIn(credentials: { email: string; password: string }): Promise<string | null> {
	try {
		const response = await post("callback/credentials", credentials);
		const { url }: { url?: string } = await response.json();
		const error = url === undefined ? null : new URL(url).searchParams.get("error");
		return response.ok ? error : (error ?? "");
	} catch (error) {
		throw new NetworkError({ cause: error });
	}
}

/** Ends the session. @throws where the service does not answer */
export async function signOut(): Promise<void> {
	const response = await post("signout", {});
	if (!response.ok) throw new Error(`signing out answered ${response.status}`);
}

/** Counts as use of the session: the answer sets its cookie again. */
export async function renewSession(): Promise<void> {
	await fetch(`${AUTH}/session`, { cache: "no-store" });
}
