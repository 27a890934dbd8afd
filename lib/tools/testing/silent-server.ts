import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

export interface SilentServer {
	/** `host:port`. */
	readonly at: string;
	/** Hangs up on everybody. */
	stop(): void;
}

/** A server that takes connections and never says anything. */
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
