import { describeError, type Logger } from "@/lib/agent/logger";
import type { Route } from "@/lib/agent/outbound/connect";
import { HttpClient, type IncomingResponse } from "@/lib/agent/outbound/http-client";
import { PLAIN_HEADERS, rangeFrom, type ServiceClient } from "@/lib/agent/service-client";

/** How long the file store is left alone after it failed. */
const AVOID_MS = 600_000;
/** For the store to begin its answer. */
const ANSWER_MS = 15_000;

export interface FileSourceOptions {
	client: ServiceClient;
	/** Base URL of the service. */
	server: string;
	/** How an address is reached; may throw for a setting that names no proxy. */
	routeTo: (address: string) => Route;
	log: Logger;
}

export interface OpenedFile {
	readonly response: IncomingResponse;
	readonly isFromStore: boolean;
}

/**
 * Opens files of the service: from the file store to which it refers (docs/contract.md, Agent API),
 * or from the service itself while the store fails. The store's addresses are secrets, and it gets
 * none of the agent's.
 */
export class FileSource {
	readonly #options: FileSourceOptions;
	#store: { readonly origin: string; readonly http: HttpClient } | undefined;
	#avoidedUntil = Number.NEGATIVE_INFINITY;

	constructor(options: FileSourceOptions) {
		this.#options = options;
	}

	/**
	 * Opens a file from an offset: status 200 (whole file), 206 or 416.
	 * @param size of the whole file
	 */
	async open(filePath: string, from: number, size: number, signal: AbortSignal): Promise<OpenedFile> {
		const { client } = this.#options;
		if (performance.now() >= this.#avoidedUntil) {
			const response = await client.openFile(filePath, from, signal, { follows: true });
			if (response.statusCode !== 307) return { response, isFromStore: false };
			response.resume();
			try {
				return { response: await this.#follow(response.headers.location, from, size, signal), isFromStore: true };
			} catch (error) {
				signal.throwIfAborted();
				this.avoidStore(error);
			}
		}
		return { response: await client.openFile(filePath, from, signal), isFromStore: false };
	}

	/** Has the service send files itself for a while, as the store has failed. */
	avoidStore(error: unknown): void {
		this.#avoidedUntil = performance.now() + AVOID_MS;
		this.#options.log.warn("the service sends files for now, as its file store does not", {
			store: this.#store?.origin ?? null,
			error: describeError(error),
			for_s: AVOID_MS / 1_000,
		});
	}

	close(): void {
		this.#store?.http.close();
	}

	async #follow(
		location: string | undefined,
		from: number,
		size: number,
		signal: AbortSignal,
	): Promise<IncomingResponse> {
		if (location === undefined || !URL.canParse(location)) throw new Error("the service named no address of it");
		const url = new URL(location);
		if (url.protocol !== "https:" && this.#options.server.startsWith("https:"))
			throw new Error("its address has no TLS, unlike that of the service");
		const slow = new AbortController();
		const timer = setTimeout(() => slow.abort(new Error("it did not answer in time")), ANSWER_MS);
		try {
			const response = await this.#clientOf(url).request(`${url.pathname}${url.search}`, {
				headers: { ...PLAIN_HEADERS, ...rangeFrom(from) },
				signal: AbortSignal.any([signal, slow.signal]),
			});
			const found = totalOf(response);
			if (found === size) return response;
			response.destroy();
			// Where something answers for the store, the status alone may look right.
			throw new Error(
				found === undefined ? `it answered with status ${response.statusCode}` : `it has ${found} of ${size} bytes`,
			);
		} finally {
			clearTimeout(timer);
		}
	}

	#clientOf({ origin }: URL): HttpClient {
		if (this.#store?.origin === origin) return this.#store.http;
		this.close();
		const http = new HttpClient(origin, this.#options.routeTo(origin));
		this.#store = { origin, http };
		return http;
	}
}

/** The whole size of the file that a response has all or a part of. */
function totalOf({ statusCode, headers }: IncomingResponse): number | undefined {
	if (statusCode === 200) return Number(headers["content-length"]);
	if (statusCode !== 206) return undefined;
	return Number(/\/(\d+)$/.exec(headers["content-range"] ?? "")?.[1]);
}
