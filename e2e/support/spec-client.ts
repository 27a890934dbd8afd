import { openSession } from "@/lib/processes/server/testing/sign-in";
import type { DemoPersona } from "@/lib/tools/seed/demo-world";

/** Any parsed JSON object: this client knows no type that the service's own code declares. */
export type Row = Record<string, unknown>;
export interface Answer {
	readonly status: number;
	readonly headers: Headers;
	readonly body: Row;
}
/** Who calls: an API key as KEY, an access token as bearer, or a browser's session. */
export type Credential = { readonly KEY: string } | { readonly token: string } | { readonly cookie: string };

/**
 * A client of the management API written from the contract alone: it shares no schema and no parser
 * with the service.
 */
export class SpecClient {
	readonly #url: string;
	readonly #credential: Credential;

	constructor(service: { baseUrl: string }, credential: Credential) {
		this.#url = service.baseUrl;
		this.#credential = credential;
	}

	static async signedIn(service: { baseUrl: string }, { email, password }: DemoPersona): Promise<SpecClient> {
		const { cookie } = await openSession(service.baseUrl, email, password);
		return new SpecClient(service, { cookie });
	}

	/** GET with KEY in the query string, where that is the credential. */
	get(path: string, parameters: Record<string, string> = {}): Promise<Answer> {
		return this.#call(`${path}?${new URLSearchParams({ ...parameters, ...this.#key() })}`, { method: "GET" });
	}

	/** POST of a form with KEY in it, where that is the credential. */
	post(path: string, parameters: Record<string, string> = {}): Promise<Answer> {
		return this.#call(path, { method: "POST", body: new URLSearchParams({ ...parameters, ...this.#key() }) });
	}

	/** The rows of a list in one page. @throws when the answer is none, or its counts do not fit. */
	async rows(path: string, parameters: Record<string, string> = {}): Promise<Row[]> {
		const { rows, total } = await this.page(path, { limit: "500", ...parameters });
		if (rows.length !== total) throw new Error(`${path}: ${rows.length} rows of ${total}`);
		return rows;
	}

	async page(path: string, parameters: Record<string, string>): Promise<{ rows: Row[]; total: number }> {
		const { status, body } = await this.get(path, parameters);
		if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
		const { data, included_row_count, total_row_count, ...others } = body.response as Row;
		const rows = data as Row[];
		if (
			body.version !== 4 ||
			body.status !== "OK" ||
			included_row_count !== rows.length ||
			Object.keys(others).length > 0
		) {
			throw new Error(`${path}: not the envelope of a list: ${JSON.stringify({ ...body, response: others })}`);
		}
		return { rows, total: total_row_count as number };
	}

	#key(): Record<string, string> {
		return "KEY" in this.#credential ? { KEY: this.#credential.KEY } : {};
	}

	async #call(target: string, request: RequestInit): Promise<Answer> {
		const headers: Record<string, string> = {};
		if ("token" in this.#credential) headers.authorization = `Bearer ${this.#credential.token}`;
		if ("cookie" in this.#credential) Object.assign(headers, { cookie: this.#credential.cookie, origin: this.#url });
		return call(this.#url + target, { ...request, headers });
	}
}

/** Any call. @throws when the answer is no JSON object. */
export async function call(url: string, request: RequestInit = {}): Promise<Answer> {
	const response = await fetch(url, { redirect: "manual", ...request });
	const body: unknown = await response.json();
	if (typeof body !== "object" || body === null) throw new Error("The answer is no JSON object.");
	return { status: response.status, headers: response.headers, body: body as Row };
}
