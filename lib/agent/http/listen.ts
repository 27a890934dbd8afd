import type { Server } from "node:http";

/** Makes the server listen; resolves with its address as a URL, or throws the system's error. */
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

/** Takes no further connections and lets requests under way finish, for at most `patienceMs`. */
export async function closeServer(server: Server, patienceMs: number): Promise<void> {
	const closed = new Promise<void>((resolve) => server.close(() => resolve()));
	server.closeIdleConnections();
	const timer = setTimeout(() => server.closeAllConnections(), patienceMs);
	await closed;
	clearTimeout(timer);
}
