import { EventEmitter } from "node:events";
import { buffer } from "node:stream/consumers";
import { abortWithin } from "@/lib/agent/abort-within";
import type { MatchBatch } from "@/lib/agent/match-counts";
import type { Route } from "@/lib/agent/outbound/connect";
import { HttpClient, type IncomingResponse, type OutgoingRequest } from "@/lib/agent/outbound/http-client";
import { traceRequest } from "@/lib/agent/trace-request";
import { AGENT_VERSION } from "@/lib/agent/version";

/** An unexpected response of the service. */
export class ServiceAnswerError extends Error {
	override name = "ServiceAnswerError";
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
}

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
	/** Absent towards a service of an earlier version, which rejects what it does not know. */
	matches?: MatchBatch;
}

/** 64 kbit/s; a report of thousands of deployments takes a megabyte. */
const SLOW_UPLINK_BYTES_PER_MS = 8;

/** Asks for an address at the file store in place of a file (docs/contract.md, Agent API). */
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
 * `alive` for every answer that shows that the service works, whatever was asked.
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
		const query = waitSeconds > 0 ? `?wait=${waitSeconds}` : "";
		const headers = { ...this.#headers, ...(etag === null ? {} : { "if-none-match": etag }) };
		const { controller: idle, release } = abortWithin(signal);
		const onIdle = () => idle.abort(new Error("the response of the service stalled"));
		const timer = setTimeout(onIdle, waitSeconds * 1000 + idleMs);
		try {
			const response = await this.#fetch(`/api/agent/deployments${query}`, { headers, signal: idle.signal });
			if (response.statusCode === 304) {
				response.resume();
				return null;
			}
			if (response.statusCode !== 200) throw await refusal(response);
			const pieces: Buffer[] = [];
			for await (const piece of response as AsyncIterable<Buffer>) {
				timer.refresh();
				pieces.push(piece);
			}
			const { etag = null, traceparent } = response.headers;
			const body: unknown = JSON.parse(Buffer.concat(pieces).toString());
			return { etag, body, traceparent: typeof traceparent === "string" ? traceparent : undefined };
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
			const response = await this.#fetch("/api/agent/report", {
				method: "POST",
				headers: { ...this.#headers, "content-type": "application/json" },
				body,
				signal: timeout.signal,
			});
			if (response.statusCode < 200 || response.statusCode > 299) throw await refusal(response);
			response.resume();
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
		filePath: string,
		from: number,
		signal: AbortSignal,
		{ follows = false } = {},
	): Promise<IncomingResponse> {
		const headers = {
			...this.#headers,
			...rangeFrom(from),
			...(follows ? { prefer: SIGNED_URL_PREFERENCE } : {}),
		};
		const response = await this.#fetch(filePath, { headers, signal });
		if ([200, 206, 416].includes(response.statusCode) || (follows && refersToStore(response))) return response;
		throw await refusal(response);
	}

	/** Closes all connections, also those in use. */
	close(): void {
		this.#http.close();
	}

	async #fetch(path: string, request: OutgoingRequest): Promise<IncomingResponse> {
		const response = await traceRequest(request, (sent) => this.#http.request(`${this.#path}${path}`, sent));
		// A proxy answers 502 to 504 for a service that is away.
		if (response.statusCode < 500) this.emit("alive");
		return response;
	}
}

/** Other redirects are those of a service that has moved, or of a proxy that asks for a login. */
function refersToStore({ statusCode, headers }: IncomingResponse): boolean {
	return statusCode === 307 && headers["preference-applied"] === SIGNED_URL_PREFERENCE;
}

async function refusal(response: IncomingResponse): Promise<ServiceAnswerError> {
	const { statusCode: status, headers } = response;
	const detail = await sentenceOf(response);
	if (status === 401 || status === 403) {
		const message = `the service rejected the agent key (${status}${detail}): check AGENT_KEY, or the file of --key-file`;
		return new ServiceAnswerError(status, message);
	}
	const elsewhere = status >= 300 && status < 400 ? originOf(headers.location) : null;
	if (elsewhere !== null) {
		const message = `the service is at another address (${status}): --server must be that of ${elsewhere}`;
		return new ServiceAnswerError(status, message);
	}
	return new ServiceAnswerError(status, `the service answered with status ${status}${detail}`);
}

function originOf(location: string | undefined): string | null {
	return location !== undefined && URL.canParse(location) ? new URL(location).origin : null;
}

/** The short message of the service's error envelope, if any. */
async function sentenceOf(response: IncomingResponse): Promise<string> {
	try {
		if (!response.headers["content-type"]?.includes("json")) {
			response.destroy();
			return "";
		}
		const body: unknown = JSON.parse((await buffer(response)).toString());
		const message = typeof body === "object" && body !== null && "message" in body ? body.message : undefined;
		return typeof message === "string" && message.length <= 300 ? `: ${message}` : "";
	} catch {
		return "";
	}
}
