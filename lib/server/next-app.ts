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

/**
 * Starts Next in this process, on the build in `.next` or, in development, compiling on demand.
 * Takes the host name and port for messages and redirects.
 */
export async function prepareNext(options: { dev: boolean; hostname: string; port: number }): Promise<NextApp> {
	Object.assign(process.env, {
		// Next decides by it while its modules load.
		NODE_ENV: options.dev ? "development" : "production",
		// next-auth takes scheme and host from the request: the front lets only trusted proxies say them.
		AUTH_TRUST_HOST: "1",
	});
	const { default: next } = await import("next");
	const app = next({
		...options,
		dir: process.cwd(),
		quiet: true,
		// Next would listen to `upgrade` on the real server, and then drop every connection that offers another protocol.
		httpServer: new EventEmitter() as Server,
	});
	await app.prepare();
	const handle = app.getRequestHandler();
	return {
		handle: (incoming, outgoing) => handle(incoming, outgoing),
		attach: (server) => {
			if (!options.dev) return;
			const upgrade = app.getUpgradeHandler();
			server.on("upgrade", (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
				if (incoming.headers.upgrade?.toLowerCase() !== "websocket") socket.destroy();
				else upgrade(incoming, socket, head).catch(() => socket.destroy());
			});
		},
		close: () => app.close(),
	};
}
