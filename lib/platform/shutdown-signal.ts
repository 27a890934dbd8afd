import { setMaxListeners } from "node:events";

const CONTROLLER = Symbol.for("targeting-service.shutdown");

/**
 * Fires when the service begins to stop: whoever waits on behalf of a caller (event streams, long polls) answers then.
 * One per process, on globalThis, as routes and the server are bundled apart.
 */
export function shutdownSignal(): AbortSignal {
	return controller().signal;
}

/** Tells everyone who waits that the service is stopping. */
export function announceShutdown(): void {
	controller().abort(new Error("The service is stopping."));
}

function controller(): AbortController {
	const shared = globalThis as typeof globalThis & { [CONTROLLER]?: AbortController };
	if (shared[CONTROLLER] === undefined) {
		shared[CONTROLLER] = new AbortController();
		// As many may wait as there are callers.
		setMaxListeners(0, shared[CONTROLLER].signal);
	}
	return shared[CONTROLLER];
}
