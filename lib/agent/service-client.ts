import { EventEmitter } from "node:events";
import { abortWithin } from "@/lib/agent/abort-within";
import type { RemoteFile } from "@/lib/agent/deployment";
import type { MatchBatch } from "@/lib/agent/match-counts";
import type { Route } from "@/lib/agent/outbound/connect";
import { HttpClient, type IncomingResponse, type OutgoingRequest } from "@/lib/agent/outbound/http-client";
import { acceptanceOf, isOfFile, refusalOf, ServiceAnswerError } from "@/lib/agent/service-answer";
import { traceRequest } from "@/lib/agent/trace-request";
import { AGENT_VERSION } from "@/lib/agent/version";

/** The list of deployments as received, or null for "not changed". */
export type DeploymentsAnswer = { etag: string | null; body: unknown; traceparent: string | undefined } | null;

/** The body of a report (docs/contract.md, Agent API); sizes in bytes, errors as sentences. */
export interface AgentReport {
	instance_id: string;
	version: string;
	tags: readonly string[];
	memory_used: number;
	memory_limit: number;
	deployments: readonly { deployment_id: string; digest: string | null; state: string; error: string | null }[];
	/** The list of opt-outs in use, and why the desired one is not. */
	opt_outs?: { digest: string | null; error: string | null } | undefined;
	/** Matches since the last batch that the service acknowledged. */
	matches?: MatchBatch;
}

/** 64 kbit/s; a report of thousands of deployments takes a megabyte. */
const SLOW_UPLINK_BYTES_PER_MS = 8;

/** Requests an address at the file store in place of a file (docs/contract.md, Agent API). */
const SIGNED_URL_PREFERENCE = "signed-url";

/** Headers of every request, which are no secret. */
export const PLAIN_HEADERS: Readonly<Record<string, string>> = {
	"user-agent": `targeting-agent/${AGENT_VERSION}`,
	// A range counts bytes of the file itself, so no proxy may compress it.
	"accept-encoding": "identity",
};

/** The header for all bytes of a file from this one on. */
export function rangeFrom(from: number): Readonly<Record<string, string>> {
	return from > 0 ? { range: `bytes=${from}-` } : {};
}

/**
 * Client of the service's agent API (docs/contract.md, Agent API) with the key of one target. Emits
 * `alive` for every answer that shows that the service works.
 */
export class ServiceClient extends EventEmitter<{ alive: [] }> {
	readonly #path: string;
	readonly #http: HttpClient;
	readonly #headers: Readonly<Record<string, string>>;

	/** @param server base URL, without a trailing slash */
	constructor(server: string, key: string, route: Route = { proxy: null, trust: undefined }) {
		super();
		this.#path = new URL(server).pathname.replace(/\/$/, "");
		this.#http = new HttpClient(server, route);
		this.#headers = {
			authorization: `Bearer ${key}`,
			...PLAIN_HEADERS,
		};
	}

	/**
	 * Fetches the activated deployments of the target. With an `etag` the service waits up to
	 * `waitSeconds` for a change. Fails when nothing arrives for `idleMs` beyond that; a slow but
	 * steady transfer does not.
	 */
	async fetchDeployments(
		etag: string | null,
		waitSeconds: number,
		idleMs: number,
		signal: AbortSignal,
	): Promise<DeploymentsAnswer> {
		const path = `/api/agent/deployments${waitSeconds > 0 ? `?wait=${waitSeconds}` : ""}`;
		const headers = { ...this.#headers, ...(etag === null ? {} : { "if-none-match": etag }) };
		const { controller: idle, release } = abortWithin(signal);
		const onIdle = () => idle.abort(new Error("the response of the service stalled"));
		const timer = setTimeout(onIdle, waitSeconds * 1000 + idleMs);
		try {
			return await this.#ask(path, { headers, signal: idle.signal }, async (response, asked) => {
				if (response.statusCode === 304 && etag !== null) {
					response.resume();
					return null;
				}
				const body = await acceptanceOf(response, asked, () => timer.refresh());
				const { etag: newest = null, traceparent } = response.headers;
				return { etag: newest, body, traceparent: typeof traceparent === "string" ? traceparent : undefined };
			});
		} finally {
			clearTimeout(timer);
			release();
		}
	}

	/**
	 * Sends a report. Fails when no response comes within `idleMs` plus the transfer time of a slow
	 * uplink: upload progress is unknown, because buffers and proxies accept everything at once.
	 */
	async sendReport(report: AgentReport, idleMs: number, signal: AbortSignal): Promise<void> {
		const body = Buffer.from(JSON.stringify(report));
		const { controller: timeout, release } = abortWithin(signal);
		const onTimeout = () => timeout.abort(new Error("the service did not answer the report in time"));
		const timer = setTimeout(onTimeout, idleMs + body.length / SLOW_UPLINK_BYTES_PER_MS);
		try {
			const headers = { ...this.#headers, "content-type": "application/json" };
			const request = { method: "POST", headers, body, signal: timeout.signal } as const;
			await this.#ask("/api/agent/report", request, acceptanceOf);
		} finally {
			clearTimeout(timer);
			release();
		}
	}

	/**
	 * Opens a file from an offset: status 200 (whole file), 206 or 416, or 307 to the file store for
	 * a caller that follows there; throws on others.
	 */
	async openFile(
		{ filePath, sha256 }: Pick<RemoteFile, "filePath" | "sha256">,
		from: number,
		signal: AbortSignal,
		{ follows = false } = {},
	): Promise<IncomingResponse> {
		const headers = {
			...this.#headers,
			...rangeFrom(from),
			...(follows ? { prefer: SIGNED_URL_PREFERENCE } : {}),
		};
		return this.#ask(filePath, { headers, signal }, async (response, asked) => {
			if (isOfFile(response, sha256) || (follows && refersToStore(response))) return response;
			throw await refusalOf(response, asked);
		});
	}

	/** Closes all connections, also those in use. */
	close(): void {
		this.#http.close();
	}

	/** @param read the answer to a path; throws where it is not the service's */
	async #ask<Answer>(
		path: string,
		request: OutgoingRequest,
		read: (response: IncomingResponse, path: string) => Promise<Answer>,
	): Promise<Answer> {
		const asked = `${this.#path}${path}`;
		const response = await traceRequest(request, (sent) => this.#http.request(asked, sent));
		try {
			const answer = await read(response, asked);
			this.emit("alive");
			return answer;
		} catch (error) {
			if (error instanceof ServiceAnswerError && error.status < 500) this.emit("alive");
			throw error;
		}
	}
}

/** Other redirects are those of a service that has moved, or of a proxy that requires a login. */
function refersToStore({ statusCode, headers }: IncomingResponse): boolean {
	return statusCode === 307 && headers["preference-applied"] === SIGNED_URL_PREFERENCE;
}
