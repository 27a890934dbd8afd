import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { answerBinaryBatch, BINARY_TYPE, isBinaryBatch } from "@/lib/agent/http/binary-batch";
import {
	type LookupAnswer,
	lookUpDevice,
	lookUpDeviceInSet,
	lookUpDevices,
	lookUpPoint,
	lookUpPoints,
} from "@/lib/agent/http/lookups";
import { PlainGetServer } from "@/lib/agent/http/plain-get-server";
import { parseBatch, readBody } from "@/lib/agent/http/read-body";
import { RequestError } from "@/lib/agent/http/request-error";
import { findRoute, type MonitoringRoute, type Route } from "@/lib/agent/http/routes";
import { describeError, type Logger } from "@/lib/agent/logger";
import type { RequestCounters } from "@/lib/agent/request-counters";
import type { Lookups } from "@/lib/agent/snapshot";

/** The data from which a thread answers. */
export interface ServedAgent {
	readonly snapshot: Lookups;
	readonly counters: RequestCounters;
	readonly log: Logger;
	/** The answer about the whole agent, which may come from another thread. */
	monitor(route: MonitoringRoute): MonitoringAnswer | Promise<MonitoringAnswer>;
}

/** An answer that is not counted among lookups. */
export interface MonitoringAnswer {
	status: number;
	type: string;
	body: string;
}

export const JSON_TYPE = "application/json; charset=utf-8";

// Below Node's limit of 16 kB for all headers, so that a long URL gets its own error.
const TARGET_LIMIT = 8 * 1024;

/**
 * Creates the agent's HTTP server (docs/contract.md, Lookups). Every response but `/metrics` is
 * JSON; errors are `{"error": "<sentence>"}`.
 */
export function createAgentServer(agent: ServedAgent): Server {
	const listener = (request: IncomingMessage, response: ServerResponse) => {
		let answered: Promise<void> | undefined;
		try {
			answered = answer(agent, request, response);
		} catch (error) {
			refuse(agent, response, error);
			return;
		}
		answered?.catch((error) => refuse(agent, response, error));
	};
	const options = { requestTimeout: 30_000 };
	const server = new PlainGetServer(options, listener, (target) => answerPlainGet(agent, target));
	server.on("clientError", (error, socket) => refuseUnreadable(agent, error, socket as Socket));
	server.on("connect", (_request, socket) => {
		socket.on("error", () => undefined);
		const refusal = rawAnswer(
			405,
			"Method Not Allowed",
			"CONNECT is not served here",
			"Allow: GET, HEAD, POST, OPTIONS\r\n",
		);
		// The server no longer knows this socket: it would wait for it at its end.
		socket.end(refusal, () => socket.destroy());
	});
	return server;
}

/** The body for a lookup; null for all else, which `answer` then answers or refuses. */
function answerPlainGet(agent: ServedAgent, target: string): string | null {
	try {
		const { path, query } = splitTarget(target);
		const route = findRoute(path);
		return route && answerLookup(agent, route, query);
	} catch {
		return null;
	}
}

/** Handles GET synchronously: the event loop turn of a promise is measurable at this rate. */
function answer(agent: ServedAgent, request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
	const { path, query } = splitTarget(request.url ?? "/");
	const route = findRoute(path);
	if (!route) throw new RequestError(404, "there is nothing at this path");
	const method = request.method ?? "GET";
	if (method === "GET" || method === "HEAD") {
		const body = answerLookup(agent, route, query);
		if (body === null) return sendMonitoring(agent, route.name as MonitoringRoute, response);
		send(response, 200, body);
		return undefined;
	}
	if (method === "POST" && route.batch) return answerPost(agent, route, request, response);
	const allow = route.batch ? "GET, HEAD, POST, OPTIONS" : "GET, HEAD, OPTIONS";
	if (method === "OPTIONS") {
		response.writeHead(204, { Allow: allow }).end();
		return undefined;
	}
	throw new RequestError(405, `${method} is not served at this path`, { Allow: allow });
}

function splitTarget(target: string): { path: string; query: string } {
	if (target.length > TARGET_LIMIT) throw new RequestError(414, `the URL must have at most ${TARGET_LIMIT} characters`);
	const at = target.indexOf("?");
	return at === -1 ? { path: target, query: "" } : { path: target.slice(0, at), query: target.slice(at + 1) };
}

/** Looks up, and counts it; null for a route of monitoring. */
function answerLookup(agent: ServedAgent, route: Route, query: string): string | null {
	const startedAt = performance.now();
	const found = lookUp(agent.snapshot, route, query);
	return found && counted(agent, route, found, startedAt);
}

function lookUp(snapshot: Lookups, route: Route, query: string): LookupAnswer | null {
	switch (route.name) {
		case "proximity":
			return lookUpPoint(snapshot, query);
		case "audience":
			return lookUpDevice(snapshot, query);
		case "audience-set":
			return lookUpDeviceInSet(snapshot, route.setId, query);
		default:
			return null;
	}
}

async function sendMonitoring(agent: ServedAgent, route: MonitoringRoute, response: ServerResponse): Promise<void> {
	const { status, type, body } = await agent.monitor(route);
	send(response, status, body, type);
}

async function answerPost(
	agent: ServedAgent,
	route: Route,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const bytes = await readBody(request);
	const startedAt = performance.now();
	const kind = route.name === "proximity" ? "proximity" : "audience";
	if (isBinaryBatch(request.headers["content-type"])) {
		const answer = counted(agent, route, answerBinaryBatch(agent.snapshot, kind, bytes), startedAt);
		send(response, 200, answer, BINARY_TYPE);
		return;
	}
	const found = (kind === "proximity" ? lookUpPoints : lookUpDevices)(agent.snapshot, parseBatch(bytes));
	send(response, 200, counted(agent, route, found, startedAt));
}

function counted<Body>(
	{ counters }: ServedAgent,
	route: Route,
	found: { body: Body; lookups: number; matched: number },
	startedAt: number,
): Body {
	const kind = route.name === "proximity" ? "proximity" : "audience";
	counters.countLookups(kind, found.lookups, found.matched, (performance.now() - startedAt) / 1000);
	return found.body;
}

function send(
	response: ServerResponse,
	status: number,
	body: string | Buffer,
	type = JSON_TYPE,
	headers: Readonly<Record<string, string>> = {},
): void {
	response.writeHead(status, { "Content-Type": type, "Content-Length": Buffer.byteLength(body), ...headers });
	response.end(body);
}

function refuse({ counters, log }: ServedAgent, response: ServerResponse, error: unknown): void {
	const known = error instanceof RequestError;
	if (!known) log.error("request failed", { error: describeError(error) });
	const status = known ? error.status : 500;
	counters.countRefusal(status);
	if (response.headersSent || response.destroyed) {
		response.destroy();
		return;
	}
	const body = JSON.stringify({ error: known ? error.message : "the agent could not answer this request" });
	send(response, status, body, JSON_TYPE, known ? error.headers : {});
}

/** Responds to input that Node's parser rejects. */
function refuseUnreadable({ counters }: ServedAgent, error: NodeJS.ErrnoException, socket: Socket): void {
	if (error.code === "ECONNRESET" || !socket.writable) {
		socket.destroy();
		return;
	}
	const [status, phrase, sentence] = UNREADABLE[error.code ?? ""] ?? [
		400,
		"Bad Request",
		"this is not an HTTP request",
	];
	counters.countRefusal(status);
	socket.end(rawAnswer(status, phrase, sentence, ""));
}

const UNREADABLE: Readonly<Record<string, [number, string, string]>> = {
	HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "the head of the request is too large"],
	HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "Content Too Large", "the chunk extensions of the body are too large"],
	ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "the request did not arrive in time"],
};

function rawAnswer(status: number, phrase: string, sentence: string, headers: string): string {
	const body = JSON.stringify({ error: sentence });
	const head = `HTTP/1.1 ${status} ${phrase}\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
	return `${head}${headers}Connection: close\r\n\r\n${body}`;
}
