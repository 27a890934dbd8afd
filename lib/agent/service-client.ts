import { EventEmitter } from "node:events";
import { abortWithin } from "@/lib/agent/abort-within";
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
export type DeploymentsAnswer = { etag: string | null; body: unknown } | null;

/** The body of a report (docs/contract.md, Agent API); sizes in bytes, errors as sentences. */
export interface AgentReport {
	instance_id: string;
	version: string;
	tags: readonly string[];
	memory_used: number;
	memory_limit: number;
	deployments: readonly { deployment_id: string; digest: string | null; state: string; error: string | null }[];
}

/** 64 kbit/s; a report of thousands of deployments takes a megabyte. */
const SLOW_UPLINK_BYTES_PER_MS = 8;

/**
 * Client of the service's agent API (docs/contract.md, Agent API) with the key of one target. Emits
 * `alive` for every answer that shows that the service works, whatever was asked.
 */
export class ServiceClient extends EventEmitter<{ alive: [] }> {
	readonly #server: string;
	readonly #headers: Readonly<Record<string, string>>;

	constructor(server: string, key: string) {
		super();
		this.#server = server;
		this.#headers = {
			authorization: `Bearer ${key}`,
			"user-agent": `targeting-agent/${AGENT_VERSION}`,
			// A range counts bytes of the file itself, so no proxy may compress it.
			"accept-encoding": "identity",
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
			if (response.status === 304) {
				await response.body?.cancel();
				return null;
			}
			if (response.status !== 200) throw await refusal(response);
			const pieces: Uint8Array[] = [];
			for await (const piece of response.body ?? []) {
				timer.refresh();
				pieces.push(piece);
			}
			return { etag: response.headers.get("etag"), body: JSON.parse(Buffer.concat(pieces).toString()) };
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
			if (!response.ok) throw await refusal(response);
			await response.body?.cancel();
		} finally {
			clearTimeout(timer);
			release();
		}
	}

	/** Opens a file from an offset: status 200 (whole file), 206 or 416; throws on others. */
	async openFile(filePath: string, from: number, signal: AbortSignal): Promise<Response> {
		const headers = { ...this.#headers, ...(from > 0 ? { range: `bytes=${from}-` } : {}) };
		const response = await this.#fetch(filePath, { headers, signal });
		if (response.status === 200 || response.status === 206 || response.status === 416) return response;
		throw await refusal(response);
	}

	async #fetch(path: string, init: RequestInit): Promise<Response> {
		const response = await fetch(`${this.#server}${path}`, init);
		// A proxy answers 502 to 504 for a service that is away.
		if (response.status < 500) this.emit("alive");
		return response;
	}
}

async function refusal(response: Response): Promise<ServiceAnswerError> {
	const detail = await sentenceOf(response);
	if (response.status === 401 || response.status === 403) {
		const message = `the service rejected the agent key (${response.status}${detail}): check --key or AGENT_KEY`;
		return new ServiceAnswerError(response.status, message);
	}
	return new ServiceAnswerError(response.status, `the service answered with status ${response.status}${detail}`);
}

/** The short message of the service's error envelope, if any. */
async function sentenceOf(response: Response): Promise<string> {
	try {
		if (!response.headers.get("content-type")?.includes("json")) {
			await response.body?.cancel();
			return "";
		}
		const body: unknown = await response.json();
		const message = typeof body === "object" && body !== null && "message" in body ? body.message : undefined;
		return typeof message === "string" && message.length <= 300 ? `: ${message}` : "";
	} catch {
		return "";
	}
}
