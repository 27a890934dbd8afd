import type { Data, Http } from "./http.js";

/** An access token of a user, and when it ends (epoch seconds). */
export type TokenGrant = Data<"GET /token/user/{user_id}">;

/** Who a customer's server asks for: the user by name, or by the `uid` of an earlier answer. */
export type TokenUser =
	| { readonly uid: string }
	| { readonly email: string; readonly firstName: string; readonly lastName: string };

/** A token is asked for again so many seconds before it ends. */
const EARLY_SECONDS = 60;

/**
 * Access tokens for a customer's server, which holds an API key with the scope `tokens`: each is
 * kept until it is about to end.
 */
export class Tokens {
	readonly #http: Http;
	readonly #kept = new Map<string, Promise<TokenGrant>>();

	constructor(http: Http) {
		this.#http = http;
	}

	/** @throws ServiceError where the key or the user is not valid */
	async of(user: TokenUser): Promise<TokenGrant> {
		const name = JSON.stringify(user);
		const kept = await this.#kept.get(name);
		if (kept !== undefined && !isEnding(kept)) return kept;
		const asked = this.#ask(user);
		this.#kept.set(name, asked);
		asked.catch(() => this.#kept.delete(name));
		return asked;
	}

	#ask(user: TokenUser): Promise<TokenGrant> {
		if ("uid" in user) return this.#http.data("GET /token/user/{user_id}", { path: { user_id: user.uid } });
		const query = { email: user.email, first_name: user.firstName, last_name: user.lastName };
		return this.#http.data("GET /token/user", { query });
	}
}

/**
 * What gives a client its token: one that is kept until it is about to end, then asked for again.
 * @param ask the client's own server, which answers with a grant
 */
export function tokenRefresher(ask: () => Promise<TokenGrant>): () => Promise<string> {
	let kept: Promise<TokenGrant> | undefined;
	return async () => {
		const now = await kept;
		if (now !== undefined && !isEnding(now)) return now.token;
		const asked = ask();
		kept = asked;
		asked.catch(() => {
			kept = undefined;
		});
		return (await asked).token;
	};
}

const isEnding = ({ expiration }: TokenGrant) => expiration - EARLY_SECONDS <= Date.now() / 1000;
