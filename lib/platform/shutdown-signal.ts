import { setMaxListeners } from "node:events";
import { processCell } from "@/lib/platform/process-state";

const cell = processCell<AbortController>("shutdown");

/** Fires when the service begins to stop: event streams and long polls answer their callers then. */
export function shutdownSignal(): AbortSignal {
	return controller().signal;
}

/** Tells everyone who waits that the service is stopping. */
export function announceShutdown(): void {
	controller().abort(new Error("The service is stopping."));
}

function controller(): AbortController {
	if (cell.value === undefined) {
		cell.value = new AbortController();
		// As many may wait as there are callers.
		setMaxListeners(0, cell.value.signal);
	}
	return cell.value;
}
