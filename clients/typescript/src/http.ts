import { ConnectionError, type ErrorType, errorOf, type ServiceError, ThrottledError } from "./errors.js";
import type { paths } from "./openapi.generated.js";

/** An API key, or a user's access token: as it is, or by what gives one that is valid now. */
export type Credential = { readonly key: string } | { readonly token: string | (() => string | Promise<string>) };

export interface Settings {
	/** The service's address, with a base path if it has one. */
	readonly baseUrl: string;
	readonly credential: Credential;
	/** How often a request is repeated that had no answer, or 408, 429, 502, 503, 504: 4 unless said otherwise. */
	readonly retries?: number;
	/** In place of the platform's own. */
	readonly fetch?: typeof fetch;
	/** Names the program in the audit log, as `name` or `name/version`: what the caller does is marked by it. */
	readonly program?: string;
}

/** What a request can be sent with besides its parameters. */
export interface Options {
	readonly signal?: AbortSignal;
	/** Makes a repeat of the same act safe, also by another process; without one each call has its own. */
	readonly idempotencyKey?: string;
	/** The revision that was read: the act holds for it alone (412 otherwise). */
	readonly ifMatch?: number;
}

/** Bytes to upload. A stream is sent once; everything else is sent again where no answer came. */
export type Upload = Blob | Uint8Array | ArrayBuffer | string | ReadableStream<Uint8Array>;

type Method = "get" | "post" | "put" | "patch" | "delete";
/** `METHOD /path` of every operation in the generated types. */
export type OperationKey = {
	[P in keyof paths & string]: `${Uppercase<keyof paths[P] & Method>} ${P}`;
}[keyof paths & string];
type Declared<K extends OperationKey> = K extends `${infer M} ${infer P}`
	? P extends keyof paths
		? Lowercase<M> extends keyof paths[P]
			? paths[P][Lowercase<M>]
			: never
		: never
	: never;
type Answers<O> = O extends { responses: infer R } ? R[keyof R & (200 | 201)] : never;
/** The JSON that an operation answers. */
export type Answer<K extends OperationKey> =
	Answers<Declared<K>> extends { content: { "application/json": infer J } } ? J : never;
/** The object, or the rows, that it answers. */
export type Data<K extends OperationKey> =
	Answer<K> extends { response: { data: infer D } } ? D : Answer<K> extends { data: infer D } ? D : never;
/** Its query. */
export type Query<K extends OperationKey> =
	Declared<K> extends { parameters: { query?: infer Q } } ? Omit<NonNullable<Q>, "KEY"> : Record<never, never>;
/** Its form or JSON body. */
export type Body<K extends OperationKey> =
	Declared<K> extends { requestBody?: { content: infer C } } ? Omit<C[keyof C], "KEY"> : Record<never, never>;

export interface Request extends Options {
	readonly path?: Readonly<Record<string, string>>;
	readonly query?: object;
	readonly json?: object;
	readonly form?: object;
	readonly upload?: Upload;
	readonly contentType?: string;
}

const AGAIN = new Set([408, 429, 502, 503, 504]);
const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 30_000;

/** Sends requests, again where that is safe and may help. */
export class Http {
	readonly #settings: Settings;
	readonly #base: string;

	constructor(settings: Settings) {
		this.#settings = settings;
		this.#base = settings.baseUrl.replace(/\/+$/, "");
	}

	/**
	 * Sends a request of an operation and gives the answer's JSON.
	 * @throws ServiceError where it is refused, ConnectionError where no answer came
	 */
	async call<K extends OperationKey>(key: K, request: Request = {}): Promise<Answer<K>> {
		return (await (await this.send(key, request)).json()) as Answer<K>;
	}

	/** The same; gives the object or the rows in it. */
	async data<K extends OperationKey>(key: K, request: Request = {}): Promise<Data<K>> {
		const answer = (await this.call(key, request)) as { response?: { data: Data<K> }; data?: Data<K> };
		return (answer.response ?? answer).data as Data<K>;
	}

	/** The same for any operation of the service; gives the answer itself. */
	async send(key: string, request: Request = {}): Promise<Response> {
		const [method = "GET", template = ""] = key.split(" ");
		const credential = await this.#credential(template, method);
		const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(request.path?.[name] ?? ""));
		const query = parametersOf({ ...request.query, ...credential.query });
		const address = `${this.#base}${path}${query.size === 0 ? "" : `?${query}`}`;
		const headers: Record<string, string> = { Accept: "application/json", ...credential.headers };
		if (this.#settings.program !== undefined) headers["X-Program"] = this.#settings.program;
		if (method !== "GET") headers["Idempotency-Key"] = request.idempotencyKey ?? crypto.randomUUID();
		if (request.ifMatch !== undefined) headers["If-Match"] = `"${request.ifMatch}"`;
		const body = bodyOf(request, method, credential.form, headers);
		const isOnce = body instanceof ReadableStream;
		const init = { method, headers, ...(body === undefined ? {} : { body }), ...(isOnce ? { duplex: "half" } : {}) };
		return this.#repeat(address, init, isOnce ? 0 : (this.#settings.retries ?? 4), request.signal);
	}

	async #repeat(address: string, init: RequestInit, retries: number, signal: AbortSignal | undefined) {
		for (let attempt = 0; ; attempt += 1) {
			const answer = await this.#once(address, init, signal);
			const isAnswer = !(answer instanceof ConnectionError);
			if (isAnswer && answer.ok) return answer;
			const failure = isAnswer ? await refusalOf(answer) : answer;
			if (attempt >= retries || !helpsToRepeat(failure)) throw failure;
			await pause(pauseMs(failure, attempt), signal);
		}
	}

	async #once(
		address: string,
		init: RequestInit,
		signal: AbortSignal | undefined,
	): Promise<Response | ConnectionError> {
		const send = this.#settings.fetch ?? fetch;
		try {
			return await send(address, signal === undefined ? init : { ...init, signal });
		} catch (error) {
			if (signal?.aborted) throw error;
			return new ConnectionError(`no answer from ${new URL(address).origin}`, { cause: error });
		}
	}

	/** Keys are a parameter of the contract's APIs, and a bearer token elsewhere; tokens are always that. */
	async #credential(template: string, method: string) {
		const { credential } = this.#settings;
		const isContract = template.startsWith("/targeting/") || template.startsWith("/token/");
		if (!("key" in credential)) {
			const token = typeof credential.token === "string" ? credential.token : await credential.token();
			return { headers: { Authorization: `Bearer ${token}` }, query: {}, form: {} };
		}
		if (!isContract) return { headers: { Authorization: `Bearer ${credential.key}` }, query: {}, form: {} };
		const asParameter = { KEY: credential.key };
		return method === "GET"
			? { headers: {}, query: asParameter, form: {} }
			: { headers: {}, query: {}, form: asParameter };
	}
}

/** Lists are comma-delimited; what is undefined is left out. */
function parametersOf(values: object): URLSearchParams {
	const known = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
	return new URLSearchParams(known.map(([name, value]) => [name, String(value)]));
}

/** The body, with its content type among the headers. */
function bodyOf(request: Request, method: string, credential: object, headers: Record<string, string>) {
	if (request.upload !== undefined) {
		headers["Content-Type"] = request.contentType ?? "application/octet-stream";
		return request.upload as BodyInit;
	}
	if (request.json !== undefined) {
		headers["Content-Type"] = "application/json";
		return JSON.stringify(request.json);
	}
	const form = { ...request.form, ...credential };
	const hasForm = request.form !== undefined || Object.keys(form).length > 0;
	return method !== "GET" && hasForm ? parametersOf(form) : undefined;
}

async function refusalOf(answer: Response): Promise<ServiceError> {
	const text = await answer.text();
	const body = readObject(text);
	const after = Number(answer.headers.get("Retry-After") ?? Number.NaN);
	return errorOf({
		status: answer.status,
		type: (body.error_type as ErrorType | undefined) ?? null,
		message: typeof body.message === "string" ? body.message : `HTTP ${answer.status} ${answer.statusText}`.trim(),
		requestId: answer.headers.get("X-Request-Id"),
		retryAfter: Number.isFinite(after) ? after : null,
		body,
	});
}

function readObject(text: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
	} catch {
		return {};
	}
}

const helpsToRepeat = (failure: ServiceError | ConnectionError): boolean =>
	failure instanceof ConnectionError || failure instanceof ThrottledError || AGAIN.has(failure.status);

/** As long as the service asks, else longer each time, and not the same for all clients. */
function pauseMs(failure: ServiceError | ConnectionError, attempt: number): number {
	const asked = failure instanceof ConnectionError ? null : failure.retryAfter;
	if (asked !== null) return asked * 1000;
	return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * (0.5 + Math.random() / 2);
}

/** Waits; ends early, with the signal's reason, where the signal does. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal?.aborted) return reject(signal.reason);
		const stop = () => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener("abort", stop);
			resolve();
		}, ms);
		signal?.addEventListener("abort", stop, { once: true });
	});
}
