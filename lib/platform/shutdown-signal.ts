import { setMaxListeners } from "node:events";
import { processCell } from "@/lib/platform/process-state";

interface Shutdown {
	readonly controller: AbortController;
	isLeaving: boolean;
	keepsConnections: boolean;
}

const cell = processCell<Shutdown>("shutdown");

/** Fires when the service begins to stop: event streams and long polls then answer. */
export function shutdownSignal(): AbortSignal {
	return shutdown().controller.signal;
}

/** Announces that the service is stopping. */
export function announceShutdown(): void {
	announceLeaving();
	shutdown().controller.abort(new Error("the service is stopping"));
}

/**
 * Announces an imminent stop: the service still answers, but is not ready and closes connections.
 */
export function announceLeaving(): void {
	Object.assign(shutdown(), { isLeaving: true, keepsConnections: false });
}

export function isLeaving(): boolean {
	return shutdown().isLeaving;
}

/** Whether an answer may leave its connection open for a next request. */
export function keepsConnections(): boolean {
	return shutdown().keepsConnections;
}

/** Keeps connections again, or no longer. */
export function keepConnections(keeps: boolean): void {
	shutdown().keepsConnections = keeps;
}

function shutdown(): Shutdown {
	if (cell.value === undefined) {
		cell.value = { controller: new AbortController(), isLeaving: false, keepsConnections: true };
		// The number of listeners is that of event streams and of targets with waiting agents.
		setMaxListeners(0, cell.value.controller.signal);
	}
	return cell.value;
}
