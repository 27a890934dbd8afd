import { createServer, type IncomingMessage, type Server, type ServerOptions, ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { familyOfPath } from "@/lib/http/routes/api-family";
import { COMMON_HEADERS } from "@/lib/http/routes/envelopes";
import type { Environment } from "@/lib/platform/env";
import { type CertificateFiles, followCertificate, readCertificate } from "@/lib/processes/server/certificate";
import { EarlyAnswer } from "@/lib/processes/server/early-answer";
import { type Refusal, refusalBody } from "@/lib/processes/server/refuse";
import { rememberPaths } from "@/lib/processes/server/request-paths";
import { withoutBasePath } from "@/lib/processes/server/request-target";

const OPTIONS: ServerOptions<typeof IncomingMessage, typeof EarlyAnswer> = {
	ServerResponse: EarlyAnswer,
	maxHeaderSize: 32_768,
	// Headers must be complete in this time, however slowly they come.
	headersTimeout: 15_000,
	connectionsCheckingInterval: 5_000,
	// Off: uploads may last. Senders that fall silent are answered by the body guard.
	requestTimeout: 0,
	keepAliveTimeout: 65_000,
	// The front answers in JSON.
	requireHostHeader: false,
};

/** A connection on which nothing goes either way for so long is cut: longer than any answer is worked on, while polls and event streams say something each minute. */
const SILENT_MS = 30 * 60_000;

/** How often it is looked whether the certificate was renewed. */
const LOOK_EVERY_MS = 60_000;

/**
 * Makes the server, without what answers its requests: TLS when a certificate is given
 * (docs/contract.md, HTTPS), which may be renewed while it runs.
 * @throws Error with a sentence that names the variable, when certificate or key cannot be read or do not fit.
 */
export async function createHttpServer(
	{
		TLS_CERT_FILE,
		TLS_KEY_FILE,
		BASE_PATH = "",
	}: Pick<Environment, "TLS_CERT_FILE" | "TLS_KEY_FILE"> & Partial<Pick<Environment, "BASE_PATH">>,
	/** Shorter in tests alone. */
	lookEveryMs = LOOK_EVERY_MS,
	silentMs = SILENT_MS,
): Promise<Server> {
	const server =
		TLS_CERT_FILE === undefined || TLS_KEY_FILE === undefined
			? createServer(OPTIONS)
			: await createWithTls({ TLS_CERT_FILE, TLS_KEY_FILE }, lookEveryMs);
	// Else who asks for a file and never reads it would hold it open for ever.
	server.timeout = silentMs;
	// Of more than a thousand headers node:http would drop the rest without a word: a precondition, or what a proxy says. Their size is bounded.
	server.maxHeadersCount = 0;
	const rawPathOf = rememberPaths(server);
	const pathOf = (socket: Socket) => withoutBasePath(rawPathOf(socket), BASE_PATH) ?? "";
	server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => refuseUnreadable(error, socket, pathOf));
	// An expectation that nobody here knows is not minded, as HTTP allows; node:http would refuse it without a word.
	// The body guard says when to go on: where the request is refused without its body, nobody sends it.
	server.on("checkContinue", (incoming, outgoing) => server.emit("request", incoming, outgoing));
	server.on("checkExpectation", (incoming, outgoing) => server.emit("request", incoming, outgoing));
	server.on("connect", (incoming, socket) => answerConnect(server, incoming, socket));
	return server;
}

async function createWithTls(files: CertificateFiles, lookEveryMs: number): Promise<Server> {
	const certificate = await readCertificate(files);
	const server = createTlsServer({ ...OPTIONS, ...certificate });
	followCertificate(server, files, certificate, lookEveryMs);
	return server;
}

/** CONNECT is a method like others that nothing here has; left to itself, node:http closes its connection without a word. */
function answerConnect(server: Server, incoming: IncomingMessage, socket: Duplex): void {
	const outgoing = new ServerResponse(incoming);
	outgoing.shouldKeepAlive = false;
	outgoing.assignSocket(socket as Socket);
	socket.on("error", () => socket.destroy());
	outgoing.once("finish", () => endAfterAnswer(socket));
	server.emit("request", incoming, outgoing);
}

/** Ends a connection whose last answer is written; what its sender still sends is not minded. */
function endAfterAnswer(socket: Duplex): void {
	const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref();
	socket.once("close", () => clearTimeout(cut));
	socket.end();
	socket.resume();
}

/**
 * Listens, and gives the address in the form that a person can open.
 * @throws Error with a sentence that names the port, when it is taken or not allowed.
 */
export async function listen(server: Server, { HOST, PORT }: Pick<Environment, "HOST" | "PORT">): Promise<string> {
	await new Promise<void>((resolve, reject) => {
		server.once("error", (error: NodeJS.ErrnoException) => reject(new Error(listenProblem(error, HOST, PORT))));
		server.listen(PORT, HOST, resolve);
	});
	const { port } = server.address() as AddressInfo;
	const scheme = "setSecureContext" in server ? "https" : "http";
	return `${scheme}://${nameOfHost(HOST)}:${port}`;
}

function listenProblem(error: NodeJS.ErrnoException, host: string, port: number): string {
	const where = `port ${port} on ${host}`;
	if (error.code === "EADDRINUSE") return `Another process listens on ${where} already: stop it, or set PORT.`;
	if (error.code === "EACCES") return `This user may not listen on ${where}: set PORT to 1024 or more.`;
	return `HOST and PORT name nothing that can be listened on: ${where} (${error.code ?? error.message}).`;
}

function nameOfHost(host: string): string {
	if (host === "0.0.0.0" || host === "::") return "localhost";
	return host.includes(":") ? `[${host}]` : host;
}

/** How long a sender may go on after it was refused: a connection cut at once would take the answer with it. */
const LINGER_MS = 1_000;
const refused = new WeakSet<Socket>();

/** Answers what node:http could not read as a request, then closes: there is no telling where the next one begins. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket, pathOf: (socket: Socket) => string): void {
	// What still comes behind an unreadable request is as unreadable.
	if (refused.has(socket) && error.code !== "ECONNRESET") return;
	if (!socket.writable || error.code === "ECONNRESET") {
		socket.destroy();
		return;
	}
	const refusal = unreadable(error.code);
	const body = refusalBody(familyOfPath(pathOf(socket)), refusal);
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
	socket.end(`HTTP/1.1 ${refusal.status} ${PHRASES[refusal.status] ?? ""}\r\n${head.join("")}\r\n${body}`);
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
