import { waitFor } from "@/lib/agent/backoff";
import { describeError, type Logger } from "@/lib/agent/logger";
import type { MatchBatch } from "@/lib/agent/match-counts";
import type { AgentReport, ServiceClient } from "@/lib/agent/service-client";

export interface ReporterOptions {
	client: ServiceClient;
	compose: () => AgentReport;
	/** Matches in batches that are sent until they are acknowledged. */
	matches: {
		next: () => MatchBatch;
		last: () => MatchBatch;
		acknowledge: (batch: MatchBatch) => void;
	};
	/** Milliseconds between reports without changes. */
	intervalMs: number;
	/** Milliseconds in which changes are coalesced into one report. */
	coalesceMs: number;
	/** Timeout in milliseconds of a report, beyond its transfer over a slow uplink. */
	idleMs: number;
	log: Logger;
	signal: AbortSignal;
}

/** Pause after a report, as a multiple of its duration. */
const PAUSE_PER_REPORT = 4;

/** Reports the actual state, every ten seconds and on change (docs/contract.md, Agent API). */
export class Reporter {
	readonly #options: ReporterOptions;
	#wake = new AbortController();
	#lastBody = "";

	constructor(options: ReporterOptions) {
		this.#options = options;
	}

	/** Schedules a report, which is sent when it differs from the last one. */
	notice(): void {
		this.#wake.abort();
	}

	/** Reports until the signal aborts. A report is complete, so a lost one needs no repetition. */
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
			// Thousands of deployments that load one by one must not fill the uplink with reports.
			const earliest = ended + PAUSE_PER_REPORT * (ended - began);
			while (!signal.aborted && performance.now() < deadline) {
				await waitFor(Math.max(1, deadline - performance.now()), signal, this.#wake.signal);
				if (!this.#wake.signal.aborted || signal.aborted) break;
				const now = performance.now();
				await waitFor(Math.max(coalesceMs, Math.min(earliest, deadline) - now), signal);
				this.#wake = new AbortController();
				// After a failure retry by interval, because the service may be down.
				if (!failing && JSON.stringify(this.#options.compose()) !== this.#lastBody) break;
			}
		}
	}

	/** Reports the remaining matches after `run` has ended, until the signal aborts. */
	async reportLast(signal: AbortSignal): Promise<void> {
		const { compose, matches, log } = this.#options;
		try {
			// An unacknowledged batch goes before later matches.
			for (let rest = matches.last(); rest.counts.length > 0; rest = matches.last())
				await this.#deliver(compose(), rest, signal);
		} catch (error) {
			log.warn("the last matches were not reported", { error: describeError(error) });
		}
	}

	async #send(failedBefore: boolean): Promise<boolean> {
		const { compose, matches, log, signal } = this.#options;
		const report = compose();
		try {
			await this.#deliver(report, matches.next(), signal);
			this.#lastBody = JSON.stringify(report);
			if (failedBefore) log.info("reports arrive again");
			return true;
		} catch (error) {
			if (!signal.aborted && !failedBefore) log.error("report not delivered", { error: describeError(error) });
			return false;
		}
	}

	async #deliver(report: AgentReport, batch: MatchBatch, signal: AbortSignal): Promise<void> {
		const { client, matches, idleMs } = this.#options;
		await client.sendReport({ ...report, matches: batch }, idleMs, signal);
		matches.acknowledge(batch);
	}
}
