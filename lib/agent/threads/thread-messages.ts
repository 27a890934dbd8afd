import type { MatchCounter } from "@/lib/agent/count-match";
import type { MonitoringRoute } from "@/lib/agent/http/routes";
import type { MonitoringAnswer } from "@/lib/agent/http/server";
import type { LogFields } from "@/lib/agent/logger";
import type { SharedOptOuts } from "@/lib/agent/opt-out-loader";
import type { VerifiedTargetingFile } from "@/lib/formats/open";

/** Start data of an answering thread, by which the agent's bundle recognizes its role. */
export interface AnsweringThreadData {
	answering: {
		/** Position among the threads. */
		thread: number;
		/** Descriptor of the listening socket in this process. */
		listening: number;
		/** Memory of the thread's counters. */
		counters: Float64Array<SharedArrayBuffer>;
		/** The last publication from which each thread answers, by its position; GONE when it has ended. */
		taken: Int32Array<SharedArrayBuffer>;
	};
}

/** In place of a publication: the thread has ended. */
export const GONE = -1;

/** A file that a thread has not opened yet, by a number of its own. Its bytes are shared. */
export interface SharedFile {
	readonly number: number;
	readonly verified: VerifiedTargetingFile;
	readonly rows: readonly string[];
	readonly matches: MatchCounter;
}

/** The next data from which a thread answers. */
export interface Publication {
	readonly number: number;
	readonly added: readonly SharedFile[];
	/** Numbers of all files that answer, in the order of answers. Others are let go. */
	readonly files: Uint32Array;
	/** Absent when it has not changed. */
	readonly optOuts?: readonly SharedOptOuts[];
}

export type ToThread =
	| { publish: Publication }
	| { monitored: { request: number; answer: MonitoringAnswer } }
	| { stop: { timeoutMs: number } };

export type FromThread =
	| { listening: true }
	| { monitor: { request: number; route: MonitoringRoute } }
	| { log: { message: string; fields: LogFields } };
