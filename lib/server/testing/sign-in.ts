/** A session of the operator of a new service, as a browser has it. */
export interface OperatorSession {
	/** `name=value` of the session's cookie. */
	readonly cookie: string;
	/** Issues an API key of the operator's, and gives its value. */
	issueKey(scopes: readonly string[]): Promise<string>;
}

/** Signs in to the service at the address, with what BOOTSTRAP_EMAIL and BOOTSTRAP_PASSWORD said. @throws when that fails. */
export async function signInOperator(url: string, email: string, password: string): Promise<OperatorSession> {
	const csrf = await fetch(`${url}/api/auth/csrf`);
	const { csrfToken } = await csrf.json();
	const cookies = csrf.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
	const signedIn = await fetch(`${url}/api/auth/callback/credentials`, {
		method: "POST",
		headers: { cookie: cookies.join("; ") },
		body: new URLSearchParams({ csrfToken, email, password, json: "true" }),
	});
	const session = signedIn.headers.getSetCookie().find((line) => /session/.test(line));
	const [cookie] = session?.split(";") ?? [];
	if (cookie === undefined) throw new Error(`Nobody could sign in: ${await signedIn.text()}`);
	const issueKey = async (scopes: readonly string[]) => {
		const answer = await fetch(`${url}/api/keys`, {
			method: "POST",
			headers: { cookie, origin: url, "content-type": "application/json" },
			body: JSON.stringify({ label: "test", scopes }),
		});
		const { response } = await answer.json();
		return String(response.data.key);
	};
	return { cookie, issueKey };
}
