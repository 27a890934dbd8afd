import type { Server } from "node:http";

/** Starts listening and returns the server's URL; throws the system's error. */
export async function listen(server: Server, host: string, port: number): Promise<string> {
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, host, () => {
			server.off("error", reject);
			resolve();
		});
	});
	const address = server.address();
	const boundPort = typeof address === "object" && address ? address.port : port;
	return `http://${host.includes(":") ? `[${host}]` : host}:${boundPort}`;
}

/** Stops accepting connections and waits at most `timeoutMs` for open requests. */
export async function closeServer(server: Server, timeoutMs: number): Promise<void> {
	const closed = new Promise<void>((resolve) => server.close(() => resolve()));
	server.closeIdleConnections();
	const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
	await closed;
	clearTimeout(timer);
}
