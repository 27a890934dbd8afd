import { EventEmitter } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** Next, behind the server's own entry. */
export interface NextApp {
	handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
	/** Connects hot reloading, in development. */
	attach(server: Server): void;
	close(): Promise<void>;
}

/** next-auth takes scheme and host from the request: `establishContext` lets only trusted proxies say them. */
export const NEXT_SETTINGS = { AUTH_TRUST_HOST: "1" };

/**
 * Starts Next in this process, on its build for the base path or, in development, compiling on demand.
 * Takes the host name and port for messages and redirects.
 */
export async function prepareNext(options: { dev: boolean; hostname: string; port: number }): Promise<NextApp> {
	Object.assign(process.env, {
		// Next decides by it while its modules load.
		NODE_ENV: options.dev ? "development" : "production",
		...NEXT_SETTINGS,
	});
	const { default: next } = await import("next");
	// Next would listen to `upgrade` on the real server, and then drop every connection that offers another protocol.
	const upgrades = new EventEmitter();
	const app = next({
		...options,
		dir: process.cwd(),
		quiet: true,
		httpServer: upgrades as Server,
	});
	await app.prepare();
	const handle = app.getRequestHandler();
	return {
		handle: (incoming, outgoing) => handle(incoming, outgoing),
		attach: (server) => {
			if (!options.dev) return;
			server.on("upgrade", (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
				const websocket = incoming.headers.upgrade?.toLowerCase() === "websocket";
				// Not by `getUpgradeHandler()`, which answers nothing; and nobody listens before the first page was asked for.
				if (!websocket || !upgrades.emit("upgrade", incoming, socket, head)) socket.destroy();
			});
		},
		close: () => app.close(),
	};
}
