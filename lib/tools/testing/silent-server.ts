import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

export interface SilentServer {
	readonly at: string;
	/** Closes all connections. */
	stop(): void;
}

/** Starts a server that accepts connections and never answers. */
export async function startSilentServer(): Promise<SilentServer> {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => void sockets.add(socket.on("error", () => undefined)));
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		at: `127.0.0.1:${port}`,
		stop: () => {
			server.close();
			for (const socket of sockets) socket.destroy();
		},
	};
}
