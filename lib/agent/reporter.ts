import { waitFor } from "@/lib/agent/backoff";
import { describeError, type Logger } from "@/lib/agent/logger";
import type { AgentReport, ServiceClient } from "@/lib/agent/service-client";

export interface ReporterOptions {
	client: ServiceClient;
	/** The report of this moment. */
	compose: () => AgentReport;
	/** Milliseconds between two reports when nothing changes. */
	intervalMs: number;
	/** Milliseconds in which several changes become one report. */
	coalesceMs: number;
	/** A report that is not answered for so long, beyond what a slow uplink takes for it, is given up. */
	idleMs: number;
	log: Logger;
	signal: AbortSignal;
}

/** On change, a report follows no sooner than after so many times as long as the last one took. */
const PAUSE_PER_REPORT = 4;

/** Tells the service what this agent has loaded: every ten seconds and on change (design.md section 8). */
export class Reporter {
	readonly #options: ReporterOptions;
	#wake = new AbortController();
	#lastBody = "";

	constructor(options: ReporterOptions) {
		this.#options = options;
	}

	/** Something may have changed; a report follows soon when it differs from the last one. */
	notice(): void {
		this.#wake.abort();
	}

	/** Reports until the signal aborts. A report that fails is followed by the next one; it holds all that the lost one held. */
	async run(): Promise<void> {
		const { signal, intervalMs, coalesceMs } = this.#options;
		let failing = false;
		while (!signal.aborted) {
			this.#wake = new AbortController();
			const began = performance.now();
			const sent = await this.#send(failing);
			failing = !sent;
			const ended = performance.now();
			const deadline = ended + intervalMs;
			// Thousands of deployments that come one by one are no reason to fill the uplink with reports of all of them.
			const earliest = ended + PAUSE_PER_REPORT * (ended - began);
			while (!signal.aborted && performance.now() < deadline) {
				await waitFor(Math.max(1, deadline - performance.now()), signal, this.#wake.signal);
				if (!this.#wake.signal.aborted || signal.aborted) break;
				const now = performance.now();
				await waitFor(Math.max(coalesceMs, Math.min(earliest, deadline) - now), signal);
				this.#wake = new AbortController();
				// After a failure the service may be down: its recovery is met by the interval, not by every change.
				if (!failing && JSON.stringify(this.#options.compose()) !== this.#lastBody) break;
			}
		}
	}

	async #send(failedBefore: boolean): Promise<boolean> {
		const { client, compose, log, signal, idleMs } = this.#options;
		const report = compose();
		try {
			await client.sendReport(report, idleMs, signal);
			this.#lastBody = JSON.stringify(report);
			if (failedBefore) log.info("reports arrive again");
			return true;
		} catch (error) {
			if (!signal.aborted && !failedBefore) log.error("report not delivered", { error: describeError(error) });
			return false;
		}
	}
}
