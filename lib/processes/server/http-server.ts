import { createServer, type IncomingMessage, type Server, type ServerOptions, ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type ApiFamily, familyOfPath } from "@/lib/http/routes/api-family";
import { COMMON_HEADERS } from "@/lib/http/routes/envelopes";
import type { Environment } from "@/lib/platform/env";
import { type CertificateFiles, followCertificate, readCertificate } from "@/lib/processes/server/certificate";
import { KeepAliveResponse } from "@/lib/processes/server/keep-alive-response";
import { limitUnread } from "@/lib/processes/server/limit-unread";
import { type Refusal, refusalBody } from "@/lib/processes/server/refuse";
import { rememberLines } from "@/lib/processes/server/remember-lines";
import { withoutBasePath } from "@/lib/processes/server/request-target";

/** The size of a request's address and headers together. */
export const MAX_HEADER_BYTES = 32_768;

/** The bounds of connections in time, in milliseconds. */
export const CONNECTION_TIMES = {
	/** Limit for complete headers, however slowly they arrive. */
	headersMs: 15_000,
	/**
	 * A connection without traffic is cut after this time: longer than any answer takes, while polls
	 * and event streams send something each minute.
	 */
	silentMs: 30 * 60_000,
	/**
	 * A connection is cut when its client takes none of an answer for this time. A slow network moves
	 * little within a minute, as the buffers of both systems hold megabytes.
	 */
	unreadMs: 5 * 60_000,
	/** Interval of the checks for a renewed certificate. */
	certificateMs: 60_000,
};
type ConnectionTimes = typeof CONNECTION_TIMES;

const serverOptions = ({
	headersMs,
}: ConnectionTimes): ServerOptions<typeof IncomingMessage, typeof KeepAliveResponse> => ({
	ServerResponse: KeepAliveResponse,
	maxHeaderSize: MAX_HEADER_BYTES,
	headersTimeout: headersMs,
	connectionsCheckingInterval: headersMs / 3,
	// Off: uploads may take long. The body guard answers slow senders.
	requestTimeout: 0,
	keepAliveTimeout: 65_000,
	// The request listener answers in JSON.
	requireHostHeader: false,
});

/**
 * Creates the server without a request listener: with TLS when a certificate is configured
 * (docs/contract.md, HTTPS), which may be renewed at run time.
 * @throws Error that names the setting, when certificate or key cannot be read or do not belong
 *   together
 */
export async function createHttpServer(
	{
		TLS_CERT_FILE,
		TLS_KEY_FILE,
		BASE_PATH = "",
	}: Pick<Environment, "TLS_CERT_FILE" | "TLS_KEY_FILE"> & Partial<Pick<Environment, "BASE_PATH">>,
	/** Shorter in tests only. */
	changedTimes: Partial<ConnectionTimes> = {},
): Promise<Server> {
	const times = { ...CONNECTION_TIMES, ...changedTimes };
	const server =
		TLS_CERT_FILE === undefined || TLS_KEY_FILE === undefined
			? createServer(serverOptions(times))
			: await createWithTls({ TLS_CERT_FILE, TLS_KEY_FILE }, times);
	server.timeout = times.silentMs;
	server.on("request", (_incoming, outgoing) => limitUnread(outgoing, times.unreadMs));
	// By default node:http silently drops headers beyond a thousand, such as a precondition or a
	// proxy's. Their total size is limited.
	server.maxHeadersCount = 0;
	const lineOf = rememberLines(server);
	server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
		const { method, path } = lineOf(socket);
		const family = familyOfPath(withoutBasePath(path, BASE_PATH) ?? "");
		refuseUnreadable(error, socket, { family, isHead: method === "HEAD" });
	});
	// Unknown expectations are ignored, as HTTP allows; node:http would refuse them without a body.
	// The body guard sends `100 Continue`, so a refused request never sends its body.
	server.on("checkContinue", (incoming, outgoing) => server.emit("request", incoming, outgoing));
	server.on("checkExpectation", (incoming, outgoing) => server.emit("request", incoming, outgoing));
	server.on("connect", (incoming, socket) => answerConnect(server, incoming, socket));
	return server;
}

async function createWithTls(files: CertificateFiles, times: ConnectionTimes): Promise<Server> {
	const certificate = await readCertificate(files);
	const server = createTlsServer({ ...serverOptions(times), ...certificate });
	followCertificate(server, files, certificate, times.certificateMs);
	return server;
}

/**
 * Answers CONNECT as a method without a route; node:http would close the connection without an
 * answer.
 */
function answerConnect(server: Server, incoming: IncomingMessage, socket: Duplex): void {
	const outgoing = new ServerResponse(incoming);
	outgoing.shouldKeepAlive = false;
	outgoing.assignSocket(socket as Socket);
	socket.on("error", () => socket.destroy());
	outgoing.once("finish", () => endAfterAnswer(socket));
	server.emit("request", incoming, outgoing);
}

/** Closes a connection after its last answer; further input is ignored. */
function endAfterAnswer(socket: Duplex): void {
	const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref();
	socket.once("close", () => clearTimeout(cut));
	socket.end();
	socket.resume();
}

/**
 * Connections that wait to be accepted; Linux takes no more by default. After a restart thousands of
 * agents connect at once, and one whose connection finds no room tries again after seconds.
 */
const BACKLOG = 4_096;

/**
 * Listens.
 * @param setting the one that names the port
 * @returns the address in a form that a person can open
 * @throws Error that names the port, when it is in use or not allowed
 */
export async function listen(
	server: Server,
	{ HOST, PORT }: Pick<Environment, "HOST" | "PORT">,
	setting = "PORT",
): Promise<string> {
	await new Promise<void>((resolve, reject) => {
		server.once("error", (error: NodeJS.ErrnoException) =>
			reject(new Error(listenProblem(error, HOST, PORT, setting))),
		);
		server.listen({ port: PORT, host: HOST, backlog: BACKLOG }, resolve);
	});
	const { port } = server.address() as AddressInfo;
	const scheme = "setSecureContext" in server ? "https" : "http";
	return `${scheme}://${nameOfHost(HOST)}:${port}`;
}

function listenProblem(error: NodeJS.ErrnoException, host: string, port: number, setting: string): string {
	const where = `port ${port} on ${host}`;
	if (error.code === "EADDRINUSE") return `Another process listens on ${where} already: stop it, or set ${setting}.`;
	if (error.code === "EACCES") return `This user may not listen on ${where}: set ${setting} to 1024 or more.`;
	return `HOST and ${setting} name nothing that can be listened on: ${where} (${error.code ?? error.message}).`;
}

function nameOfHost(host: string): string {
	if (host === "0.0.0.0" || host === "::") return "localhost";
	return host.includes(":") ? `[${host}]` : host;
}

/** How long a refused sender may continue: closing at once would discard the answer. */
const LINGER_MS = 1_000;
const refused = new WeakSet<Socket>();

/**
 * Answers bytes that are no HTTP request, then closes, because the start of the next request is
 * unknown.
 */
function refuseUnreadable(
	error: NodeJS.ErrnoException,
	socket: Socket,
	{ family, isHead }: { readonly family: ApiFamily | undefined; readonly isHead: boolean },
): void {
	// Bytes behind an unreadable request are unreadable too.
	if (refused.has(socket) && error.code !== "ECONNRESET") return;
	if (!socket.writable || error.code === "ECONNRESET") {
		socket.destroy();
		return;
	}
	const refusal = unreadable(error.code);
	const body = refusalBody(family, refusal);
	const headers = {
		...COMMON_HEADERS,
		"Content-Type": "application/json",
		"Content-Length": Buffer.byteLength(body),
		"X-Request-Id": crypto.randomUUID(),
		Connection: "close",
	};
	const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
	refused.add(socket);
	const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref();
	socket.once("close", () => clearTimeout(cut));
	socket.end(
		`HTTP/1.1 ${refusal.status} ${PHRASES[refusal.status] ?? ""}\r\n${head.join("")}\r\n${isHead ? "" : body}`,
	);
}

const PHRASES: Readonly<Record<number, string>> = {
	400: "Bad Request",
	408: "Request Timeout",
	413: "Content Too Large",
	431: "Request Header Fields Too Large",
};

function unreadable(code: string | undefined): Refusal {
	if (code === "HPE_HEADER_OVERFLOW") {
		return { status: 431, errorType: "TooLarge", message: "the request's address and headers are too long" };
	}
	if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") {
		return { status: 413, errorType: "TooLarge", message: "the request's chunk extensions are too long" };
	}
	if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
		return { status: 408, errorType: "InvalidArgument", message: "the request's headers did not come in time" };
	}
	return { status: 400, errorType: "InvalidArgument", message: "the request is not readable as HTTP" };
}
