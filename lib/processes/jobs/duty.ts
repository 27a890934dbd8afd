import { setMaxListeners } from "node:events";
import { log } from "@/lib/platform/log";
import { reportFailure } from "@/lib/platform/metrics/report-failure";
import type { Service } from "@/lib/platform/service";

/** Something that a process does by itself from time to time. */
export interface Duty {
	/** For the log. */
	readonly name: string;
	readonly everyMs: number;
	/** Safe to be run by several processes at once, and to be cut off at any moment; one that takes long ends with the signal. */
	run(service: Service, stopping: AbortSignal): Promise<number>;
}

/** Duties that are being done. */
export interface Duties {
	/** Waits until none is under way any more. */
	stop(): Promise<void>;
}

/** Does each duty at once and then at its interval, never twice at the same time; one that fails is logged and comes again. */
export function startDuties(service: Service, duties: readonly Duty[]): Duties {
	const stopping = new AbortController();
	// Each of them listens to it.
	setMaxListeners(0, stopping.signal);
	const running = duties.map((duty) => doForEver(service, duty, stopping.signal));
	return {
		stop: async () => {
			stopping.abort();
			await Promise.all(running);
		},
	};
}

async function doForEver(service: Service, duty: Duty, signal: AbortSignal): Promise<void> {
	while (!signal.aborted) {
		try {
			const count = await duty.run(service, signal);
			if (count > 0) log.info({ duty: duty.name, count }, "done by itself");
		} catch (err) {
			reportFailure("duty", err, "a background duty failed", { duty: duty.name });
		}
		await pause(duty.everyMs, signal);
	}
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (signal.aborted) return resolve();
		const end = () => {
			clearTimeout(timer);
			signal.removeEventListener("abort", end);
			resolve();
		};
		const timer = setTimeout(end, milliseconds);
		signal.addEventListener("abort", end);
	});
}
