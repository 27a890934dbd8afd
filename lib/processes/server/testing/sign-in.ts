/** A signed-in browser session. */
export interface HttpSession {
	/** `name=value` of the session's cookie. */
	readonly cookie: string;
	/**
	 * Issues an API key of the signed-in user, on request restricted to addresses; returns its value.
	 */
	issueKey(scopes: readonly string[], addresses?: readonly string[]): Promise<string>;
}

/**
 * Signs in to the service at the URL.
 * @param kept a cookie that the browser has already
 * @throws when sign-in fails
 */
export async function openSession(url: string, email: string, password: string, kept = ""): Promise<HttpSession> {
	const csrf = await fetch(`${url}/api/auth/csrf`, { headers: kept === "" ? {} : { cookie: kept } });
	const { csrfToken } = await csrf.json();
	const set = csrf.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
	const cookies = kept === "" ? set : [...set, kept];
	const signedIn = await fetch(`${url}/api/auth/callback/credentials`, {
		method: "POST",
		headers: { cookie: cookies.join("; ") },
		body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
	});
	const session = signedIn.headers.getSetCookie().find((line) => /session/.test(line));
	const [cookie] = session?.split(";") ?? [];
	if (cookie === undefined) throw new Error(`Nobody could sign in: ${await signedIn.text()}`);
	const issueKey = async (scopes: readonly string[], addresses: readonly string[] = []) => {
		const answer = await fetch(`${url}/api/keys`, {
			method: "POST",
			headers: { cookie, origin: url, "content-type": "application/json" },
			body: JSON.stringify({ label: "test", scopes, allowed_addresses: addresses }),
		});
		const { response } = await answer.json();
		return String(response.data.key);
	};
	return { cookie, issueKey };
}
