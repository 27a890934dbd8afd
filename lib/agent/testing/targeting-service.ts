import { createHash } from "node:crypto";
import { EventEmitter } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { listen } from "@/lib/agent/http/listen";
import type { AgentReport } from "@/lib/agent/service-client";
import type { Certificate } from "@/lib/agent/testing/certificates";

/** A row of `GET /api/agent/deployments`. */
export interface DeploymentRow {
	deployment_id: string;
	build_id: string;
	type: string;
	design_id: string;
	design_name: string;
	tags: string[];
	size: number;
	digest: string;
	format_version: string;
	file_url: string;
	requester: string;
}

/** The list of opt-outs in `GET /api/agent/deployments`. */
export interface OptOutsRow {
	revision: number;
	digest: string;
	size: number;
	file_url: string;
}

export const AGENT_KEY = "tsa_0123456789abcdef";

/** A fake of the service's agent API (docs/contract.md, Agent API) on a real port. */
export class TargetingServiceFixture extends EventEmitter<{
	poll: [{ etag: string | undefined; waitSeconds: number }];
	report: [AgentReport];
	file: [{ range: string | undefined }];
	refused: [];
}> {
	url = "";
	key = AGENT_KEY;
	readonly reports: AgentReport[] = [];
	readonly fileRequests: { range: string | undefined }[] = [];
	readonly polls: { etag: string | undefined; waitSeconds: number }[] = [];
	/** Overrides serving a file, for broken connections and wrong bytes. */
	onFile: ((bytes: Buffer, request: IncomingMessage, response: ServerResponse) => void) | null = null;
	/** Address of a file store, to which a file's request is redirected if it prefers that. */
	store: string | null = null;
	/** Headers of such a redirect, besides the address. */
	redirectHeaders: Readonly<Record<string, string>> = { "Preference-Applied": "signed-url" };
	/** Overrides sending the list of deployments, for slow links. */
	onList: ((body: string, response: ServerResponse) => void) | null = null;
	/** Overrides answering a report, for slow links. */
	onReport: ((answer: () => void) => void) | null = null;
	/** Error status of every response; null to serve. */
	refuseWith: number | null = null;
	/** Answers everything in place of the service, as a portal does; null to serve. */
	inFront: ((response: ServerResponse, request: IncomingMessage) => void) | null = null;
	readonly #server: Server;
	readonly #files = new Map<string, { readonly bytes: Buffer; readonly digest: string }>();
	readonly #held = new Set<() => void>();
	#rows: DeploymentRow[] = [];
	#optOuts: OptOutsRow | null = null;
	#restoredAt: string | null = null;

	private constructor(certificate: Certificate | undefined) {
		super();
		this.#server = certificate === undefined ? createServer() : createTlsServer(certificate);
		this.#server.on("request", (request, response) => this.#answer(request, response));
	}

	/** @param certificate to serve HTTPS */
	static async start(certificate?: Certificate): Promise<TargetingServiceFixture> {
		const fixture = new TargetingServiceFixture(certificate);
		const url = await listen(fixture.#server, "127.0.0.1", 0);
		fixture.url = certificate === undefined ? url : url.replace("http:", "https:");
		return fixture;
	}

	/** Publishes a file and returns its row. */
	row(bytes: Buffer, row: Partial<DeploymentRow> & { deployment_id: string }): DeploymentRow {
		const digest = createHash("sha256").update(bytes).digest("hex");
		const build_id = row.build_id ?? `build-of-${row.deployment_id}`;
		const published = {
			build_id,
			type: "proximity",
			design_id: `design-of-${row.deployment_id}`,
			design_name: "Design",
			tags: [],
			size: bytes.length,
			digest: `sha256:${digest}`,
			format_version: "1.0",
			file_url: `/api/builds/${build_id}/file`,
			requester: "designer@example.com",
			...row,
		};
		this.#files.set(`/api/builds/${build_id}/file`, { bytes, digest: published.digest });
		return published;
	}

	/**
	 * Publishes a list of opt-outs, null for an empty one, and answers open polls.
	 * @param restoredAt when the service was restored, while no operator has confirmed its list
	 */
	optOut(bytes: Buffer | null, revision: number, restoredAt: string | null = null): void {
		this.#restoredAt = restoredAt;
		const sha256 = createHash("sha256")
			.update(bytes ?? "")
			.digest("hex");
		const digest = `sha256:${sha256}`;
		const file_url = `/api/agent/opt-outs/${sha256}`;
		if (bytes) this.#files.set(file_url, { bytes, digest });
		this.#optOuts = bytes && { revision, digest, size: bytes.length, file_url };
		this.activate(...this.#rows);
	}

	/** Activates exactly these deployments and answers open polls. */
	activate(...rows: DeploymentRow[]): void {
		this.#rows = rows;
		for (const release of this.#held) release();
		this.#held.clear();
	}

	/** Destroys open polls. */
	dropPolls(): void {
		this.#server.closeAllConnections();
	}

	async stop(): Promise<void> {
		const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
		this.#server.closeAllConnections();
		await closed;
	}

	#answer(request: IncomingMessage, response: ServerResponse): void {
		const url = new URL(request.url ?? "/", this.url);
		const file = this.#files.get(url.pathname);
		if (this.inFront !== null) {
			request.resume();
			this.inFront(response, request);
		} else if (this.refuseWith !== null) {
			sendError(response, this.refuseWith, "not now");
			this.emit("refused");
		} else if (request.headers.authorization !== `Bearer ${this.key}`) sendError(response, 401, "unknown agent key");
		else if (url.pathname === "/api/agent/deployments") this.#answerPoll(request, response, url);
		else if (url.pathname === "/api/agent/report") this.#takeReport(request, response);
		else if (file) {
			response.setHeader("ETag", `"${file.digest}"`);
			this.#answerFile(file.bytes, request, response);
		} else sendError(response, 404, "no such file");
	}

	#answerPoll(request: IncomingMessage, response: ServerResponse, url: URL): void {
		const poll = {
			etag: request.headers["if-none-match"],
			waitSeconds: Number(url.searchParams.get("wait") ?? 0),
		};
		this.polls.push(poll);
		this.emit("poll", poll);
		const answer = () => {
			const body = JSON.stringify({
				version: 4,
				status: "OK",
				response: { data: this.#rows, opt_outs: this.#optOuts, opt_outs_unconfirmed_since: this.#restoredAt },
			});
			const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"`;
			if (etag === poll.etag) return false;
			response.writeHead(200, { "Content-Type": "application/json", ETag: etag });
			if (this.onList === null) response.end(body);
			else this.onList(body, response);
			return true;
		};
		if (answer()) return;
		if (poll.waitSeconds === 0) {
			response.writeHead(304).end();
			return;
		}
		const release = () => {
			if (!answer()) response.writeHead(304).end();
		};
		this.#held.add(release);
		request.on("close", () => this.#held.delete(release));
	}

	#takeReport(request: IncomingMessage, response: ServerResponse): void {
		let text = "";
		request.on("data", (chunk: Buffer) => {
			text += chunk.toString();
		});
		request.on("end", () => {
			const report = JSON.parse(text) as AgentReport;
			this.reports.push(report);
			this.emit("report", report);
			const answer = () => sendJson(response, 200, { version: 4, status: "OK", response: {} });
			if (this.onReport === null) answer();
			else this.onReport(answer);
		});
	}

	#answerFile(bytes: Buffer, request: IncomingMessage, response: ServerResponse): void {
		if (this.store !== null && request.headers.prefer === "signed-url") {
			const Location = `${this.store}${request.url}?X-Amz-Signature=secret`;
			response.writeHead(307, { ...this.redirectHeaders, Location }).end();
			return;
		}
		const asked = { range: request.headers.range };
		this.fileRequests.push(asked);
		this.emit("file", asked);
		(this.onFile ?? serveFile)(bytes, request, response);
	}
}

/** Serves bytes like the service: whole, or from the start of the range. */
export function serveFile(bytes: Buffer, request: IncomingMessage, response: ServerResponse): void {
	const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
	if (from >= bytes.length) {
		response.writeHead(416, { "Content-Range": `bytes */${bytes.length}` }).end();
		return;
	}
	const headers = { "Content-Length": bytes.length - from, "Accept-Ranges": "bytes" };
	if (from === 0) response.writeHead(200, headers);
	else response.writeHead(206, { ...headers, "Content-Range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` });
	response.end(bytes.subarray(from));
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

function sendError(response: ServerResponse, status: number, message: string): void {
	sendJson(response, status, { version: 4, status: "error", message });
}
