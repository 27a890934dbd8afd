import { setMaxListeners } from "node:events";
import { processCell } from "@/lib/platform/process-state";

const cell = processCell<AbortController>("shutdown");

/** Fires when the service begins to stop: event streams and long polls then answer. */
export function shutdownSignal(): AbortSignal {
	return controller().signal;
}

/** Announces that the service is stopping. */
export function announceShutdown(): void {
	controller().abort(new Error("the service is stopping"));
}

function controller(): AbortController {
	if (cell.value === undefined) {
		cell.value = new AbortController();
		// The number of listeners is that of the waiting callers.
		setMaxListeners(0, cell.value.signal);
	}
	return cell.value;
}
