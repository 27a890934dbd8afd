import { setMaxListeners } from "node:events";
import { processState } from "@/lib/platform/process-state";

/** Fires when the service begins to stop: event streams and long polls answer their callers then. */
export function shutdownSignal(): AbortSignal {
	return controller().signal;
}

/** Tells everyone who waits that the service is stopping. */
export function announceShutdown(): void {
	controller().abort(new Error("The service is stopping."));
}

function controller(): AbortController {
	if (processState.shutdown === undefined) {
		processState.shutdown = new AbortController();
		// As many may wait as there are callers.
		setMaxListeners(0, processState.shutdown.signal);
	}
	return processState.shutdown;
}
