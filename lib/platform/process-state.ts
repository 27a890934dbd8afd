import type { Logger } from "pino";
import type { Database } from "@/lib/platform/db/database";
import type { WatchedOutage } from "@/lib/platform/db/outage";
import type { Metrics } from "@/lib/platform/metrics/metrics";
import type { Service } from "@/lib/platform/service";

/** What is one per process although the server and Next's pages are bundled apart, each with modules of its own. */
interface ProcessState {
	/** Pages and sign-in run in Next's bundle; the server opens the service, or `register()` where Next runs alone. */
	service?: Service | undefined;
	/** Event streams follow its changes; where Next runs alone its routes are in other bundles than `register()`. */
	database?: Database | undefined;
	/** Pages and sign-in write by the level that the server has set, and its last lines are waited for. */
	log?: Logger;
	/** Pages that fail while the database is away are logged once, as the server's own failures are. */
	outage?: WatchedOutage | undefined;
	/** Sign-in counts what it refuses; `GET /metrics` shows it. */
	metrics?: Metrics;
	/** Where Next runs alone, `register()` hears the signal and routes hold the streams that have to end. */
	shutdown?: AbortController;
}

const KEY = Symbol.for("targeting-service");
const shared = globalThis as { [KEY]?: ProcessState };
shared[KEY] ??= {};

export const processState: ProcessState = shared[KEY];

/** Forgets everything but the log, which is made once: for tests that share a process. */
export function resetProcessState(): void {
	for (const name of Object.keys(processState)) if (name !== "log") Reflect.deleteProperty(processState, name);
}

/** Defines a global that a library looks for by its name. */
export function defineGlobal(name: string, value: unknown): void {
	Object.assign(globalThis, { [name]: value });
}
