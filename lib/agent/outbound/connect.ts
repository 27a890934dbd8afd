import * as http from "node:http";
import { isIP, type LookupFunction, type Socket, connect as tcpConnect } from "node:net";
import { type SecureContext, connect as tlsConnect } from "node:tls";
import { bareHost } from "@/lib/agent/outbound/bypasses-proxy";
import { ConnectionError, explain } from "@/lib/agent/outbound/connection-error";
import { isLocalHost, LocalHostError, lookUpRemote } from "@/lib/agent/outbound/local-host";
import type { HttpProxy } from "@/lib/agent/outbound/proxy";

/** The longest time until a connection is ready, with proxy and certificates. */
const CONNECT_MS = 10_000;

/** How the agent reaches its service. */
export interface Route {
	readonly proxy: HttpProxy | null;
	/** Undefined for the authorities that Node.js trusts anyway. */
	readonly trust: SecureContext | undefined;
	/** For a connection to be ready. Shorter in tests alone. */
	readonly connectMs?: number;
	/** Refuses this machine and its link; names that a proxy resolves are its matter. */
	readonly onlyRemote?: boolean;
}

/** Empty for that of Node.js. */
type Resolver = { readonly lookup?: LookupFunction };

/** Host and port of an address, the port always written. */
export function authorityOf(url: URL): string {
	return `${url.hostname}:${portOf(url)}`;
}

export function portOf(url: URL): number {
	return url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
}

/**
 * Opens a connection on which requests to `url` can be written: by TLS for `https:`, through a
 * tunnel where a proxy is between. The requests of an `http:` address are the proxy's to pass on.
 * @throws ConnectionError in a sentence that names host, proxy and reason
 */
export async function openConnection(url: URL, route: Route): Promise<Socket> {
	const { proxy, trust, connectMs = CONNECT_MS, onlyRemote = false } = route;
	if (onlyRemote && isLocalHost(bareHost(url.hostname))) throw explain(new LocalHostError(), authorityOf(url), null);
	const deadline = AbortSignal.timeout(connectMs);
	const resolver = onlyRemote ? { lookup: lookUpRemote } : {};
	if (url.protocol === "http:")
		return proxy === null ? openPlain(url, resolver, deadline) : openToProxy(proxy, trust, deadline);
	const tunnel = proxy === null ? undefined : await openTunnel(authorityOf(url), proxy, trust, deadline);
	const to = { host: bareHost(url.hostname), port: portOf(url), resolver, tunnel, trust, deadline };
	return secure(to).catch((error: unknown) => {
		throw explain(error, authorityOf(url), proxy);
	});
}

function openPlain(url: URL, resolver: Resolver, deadline: AbortSignal): Promise<Socket> {
	const socket = tcpConnect({ port: portOf(url), host: bareHost(url.hostname), ...resolver });
	return ready(socket, "connect", deadline).catch((error: unknown) => {
		throw explain(error, authorityOf(url), null);
	});
}

async function openToProxy(proxy: HttpProxy, trust: SecureContext | undefined, deadline: AbortSignal): Promise<Socket> {
	const { host, port } = proxy;
	try {
		if (proxy.isSecure) return await secure({ host, port, resolver: {}, tunnel: undefined, trust, deadline });
		return await ready(tcpConnect(port, host), "connect", deadline);
	} catch (error) {
		throw explain(error, `the proxy ${proxy.name} (${proxy.variable})`, null);
	}
}

/** Asks the proxy for a connection to `authority` (RFC 9110, CONNECT). */
async function openTunnel(
	authority: string,
	proxy: HttpProxy,
	trust: SecureContext | undefined,
	deadline: AbortSignal,
): Promise<Socket> {
	const socket = await openToProxy(proxy, trust, deadline);
	const headers = { host: authority, ...proxyHeaders(proxy) };
	const request = http.request({ method: "CONNECT", path: authority, headers, createConnection: () => socket });
	const cut = () =>
		request.destroy(new ConnectionError(`the proxy ${proxy.name} did not connect to ${authority} in time`));
	deadline.addEventListener("abort", cut, { once: true });
	try {
		const { statusCode, statusMessage, head } = await answerTo(request);
		if (statusCode < 200 || statusCode > 299) throw refusalOf(proxy, authority, statusCode, statusMessage);
		if (head.length > 0) socket.unshift(head);
		return socket;
	} catch (error) {
		socket.destroy();
		throw error instanceof ConnectionError
			? error
			: new ConnectionError(`the proxy ${proxy.name} ended the connection to ${authority} without an answer`);
	} finally {
		deadline.removeEventListener("abort", cut);
	}
}

/** Headers for the proxy alone, which it does not pass on. */
export function proxyHeaders({ authorization }: HttpProxy): Readonly<Record<string, string>> {
	return authorization === null ? {} : { "proxy-authorization": authorization };
}

/** Why a proxy lets nothing through. */
export function refusalOf(proxy: HttpProxy, authority: string, status: number, phrase: string): ConnectionError {
	if (status === 407) {
		const problem =
			proxy.authorization === null ? "requires a user and a password" : "rejected the user or the password";
		return new ConnectionError(
			`the proxy ${proxy.name} ${problem} (407): write http://user:password@host:port in ${proxy.variable}`,
		);
	}
	const said = `${status} ${phrase}`.trim();
	return new ConnectionError(
		`the proxy ${proxy.name} refused to connect to ${authority} (${said}): allow it there, or name the host in NO_PROXY`,
	);
}

interface TunnelAnswer {
	readonly statusCode: number;
	readonly statusMessage: string;
	/** Bytes after the answer. */
	readonly head: Buffer;
}

function answerTo(request: http.ClientRequest): Promise<TunnelAnswer> {
	return new Promise((resolve, reject) => {
		request.once("error", reject);
		request.once("connect", ({ statusCode = 0, statusMessage = "" }, _, head) =>
			resolve({ statusCode, statusMessage, head }),
		);
		request.end();
	});
}

function secure(to: {
	readonly host: string;
	readonly port: number;
	readonly resolver: Resolver;
	readonly tunnel: Socket | undefined;
	readonly trust: SecureContext | undefined;
	readonly deadline: AbortSignal;
}): Promise<Socket> {
	const { host, port, resolver, tunnel, trust } = to;
	const socket = tlsConnect({
		host,
		port,
		...resolver,
		...(tunnel === undefined ? {} : { socket: tunnel }),
		...(trust === undefined ? {} : { secureContext: trust }),
		...(isIP(host) === 0 ? { servername: host } : {}),
	});
	return ready(socket, "secureConnect", to.deadline);
}

/** Waits until a socket is connected; it is destroyed when the deadline comes first. */
function ready(socket: Socket, event: "connect" | "secureConnect", deadline: AbortSignal): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const cut = () => socket.destroy(new Error("no answer in time"));
		const settle = () => {
			deadline.removeEventListener("abort", cut);
			socket.off("error", fail);
			socket.off("close", close);
		};
		const fail = (error: Error) => {
			settle();
			// A second error must not end the process.
			socket.on("error", () => undefined);
			reject(error);
		};
		const close = () => fail(new Error("the connection was closed at once"));
		socket.once("error", fail);
		socket.once("close", close);
		socket.once(event, () => {
			settle();
			resolve(socket);
		});
		if (deadline.aborted) cut();
		else deadline.addEventListener("abort", cut, { once: true });
	});
}
