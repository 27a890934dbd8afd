import { EventEmitter } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** Next, called by the server's request listener. */
export interface NextApp {
	handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
	/** Connects hot reloading, in development. */
	attach(server: Server): void;
	close(): Promise<void>;
}

/**
 * next-auth reads scheme and host from the request: `establishContext` accepts them from trusted
 * proxies only.
 */
export const NEXT_SETTINGS = { AUTH_TRUST_HOST: "1" };

/**
 * Starts Next in this process: on its build for the base path or, in development, compiling on
 * demand. Next uses host name and port in messages and redirects.
 */
export async function prepareNext(options: { dev: boolean; hostname: string; port: number }): Promise<NextApp> {
	Object.assign(process.env, {
		// Next's modules read it while they load.
		NODE_ENV: options.dev ? "development" : "production",
		NEXT_TELEMETRY_DISABLED: "1",
		...NEXT_SETTINGS,
	});
	const { default: next } = await import("next");
	// On the real server Next would listen to `upgrade` and drop connections that offer any other
	// protocol.
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
				// `getUpgradeHandler()` answers nothing; Next listens only after the first request for a
				// page.
				if (!websocket || !upgrades.emit("upgrade", incoming, socket, head)) socket.destroy();
			});
		},
		close: () => app.close(),
	};
}
