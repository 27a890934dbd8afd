import type { RemoteFile } from "@/lib/agent/deployment";
import { describeError, type Logger } from "@/lib/agent/logger";
import { bareHost } from "@/lib/agent/outbound/bypasses-proxy";
import type { Route } from "@/lib/agent/outbound/connect";
import { HttpClient, type IncomingResponse } from "@/lib/agent/outbound/http-client";
import { isLocalHost } from "@/lib/agent/outbound/local-host";
import { answeredInFront, isPage } from "@/lib/agent/service-answer";
import { PLAIN_HEADERS, rangeFrom, type ServiceClient } from "@/lib/agent/service-client";

/** How long the file store is left alone after it failed. */
const AVOID_MS = 600_000;
/** For the store to begin its answer. */
const ANSWER_MS = 15_000;
/** A store has one origin, or one for each bucket. */
const MAX_CLIENTS = 4;

export interface FileSourceOptions {
	client: ServiceClient;
	/** Base URL of the service. */
	server: string;
	/** Whether files may come from the file store. */
	usesStore: boolean;
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
	readonly #stores = new Map<string, HttpClient>();
	/** Origin of the last one that was named. */
	#named: string | null = null;
	#avoidedUntil = Number.NEGATIVE_INFINITY;

	constructor(options: FileSourceOptions) {
		this.#options = options;
		if (!options.usesStore) this.#avoidedUntil = Number.POSITIVE_INFINITY;
	}

	/** Opens a file from an offset: status 200 (whole file), 206 or 416. */
	async open(file: RemoteFile, from: number, signal: AbortSignal): Promise<OpenedFile> {
		const { client } = this.#options;
		if (performance.now() >= this.#avoidedUntil) {
			const response = await client.openFile(file, from, signal, { follows: true });
			if (response.statusCode !== 307) return { response, isFromStore: false };
			response.resume();
			try {
				return { response: await this.#follow(response.headers.location, from, file.size, signal), isFromStore: true };
			} catch (error) {
				signal.throwIfAborted();
				this.avoidStore(error);
			}
		}
		return { response: await client.openFile(file, from, signal), isFromStore: false };
	}

	/** Has the service send files itself for a while, as the store has failed. */
	avoidStore(error: unknown): void {
		this.#avoidedUntil = performance.now() + AVOID_MS;
		this.#options.log.warn("the service sends files for now, as its file store does not", {
			store: this.#named,
			error: describeError(error),
			for_s: AVOID_MS / 1_000,
		});
	}

	close(): void {
		for (const http of this.#stores.values()) http.close();
	}

	async #follow(
		location: string | undefined,
		from: number,
		size: number,
		signal: AbortSignal,
	): Promise<IncomingResponse> {
		if (location === undefined || !URL.canParse(location)) throw new Error("the service named no address of it");
		const url = new URL(location);
		this.#named = url.origin;
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
			if (isPage(response)) throw answeredInFront("it", response);
			throw new Error(
				found === undefined ? `it answered with ${wordsOf(response)}` : `it has ${found} of ${size} bytes`,
			);
		} finally {
			clearTimeout(timer);
		}
	}

	#clientOf({ origin }: URL): HttpClient {
		const kept = this.#stores.get(origin);
		if (kept !== undefined) return kept;
		const { server, routeTo } = this.#options;
		// The service must not lead the agent to addresses that only the agent can reach.
		const onlyRemote = !isLocalHost(bareHost(new URL(server).hostname));
		const http = new HttpClient(origin, { ...routeTo(origin), onlyRemote });
		const [eldest] = this.#stores.keys();
		// Not closed, as it may be in use; idle connections end by themselves.
		if (eldest !== undefined && this.#stores.size >= MAX_CLIENTS) this.#stores.delete(eldest);
		this.#stores.set(origin, http);
		return http;
	}
}

/** The whole size of the file that a response has all or a part of. */
function totalOf({ statusCode, headers }: IncomingResponse): number | undefined {
	const ofRange = () => /\/(\d+)$/.exec(headers["content-range"] ?? "")?.[1];
	const written = statusCode === 200 ? headers["content-length"] : statusCode === 206 ? ofRange() : undefined;
	return written === undefined ? undefined : Number(written);
}

function wordsOf({ statusCode }: IncomingResponse): string {
	const isFile = statusCode === 200 || statusCode === 206;
	return isFile ? "a file of unknown size" : `status ${statusCode}`;
}
