import { randomUUID } from "node:crypto";
import type { MatchCounter } from "@/lib/agent/count-match";

/** The matches in a report (docs/contract.md, Agent API). */
export interface MatchBatch {
	/** Names one run of an agent. */
	readonly run_id: string;
	/** Number of the batch in its run; that of the last one when there is nothing to count. */
	readonly number: number;
	readonly counts: readonly { readonly deployment_id: string; readonly matches: number }[];
}

/** Counts of a batch at most; more wait for the next one. */
const MOST_COUNTS = 10_000;

interface Counted {
	/** Of each thread. */
	readonly counters: readonly MatchCounter[];
	/** The part of the counter that batches have. */
	batched: number;
}

/**
 * The counters of all deployments, and the batches in which they are reported. A batch is sent
 * unchanged until it is acknowledged, so the service counts it exactly once by its number.
 */
export class MatchCounts {
	readonly #run = randomUUID();
	readonly #counted = new Map<string, Counted>();
	readonly #intervalMs: number;
	readonly #threads: number;
	#number = 0;
	#unacknowledged: MatchBatch | null = null;
	#dueAt = Number.NEGATIVE_INFINITY;

	/**
	 * @param intervalMs between two batches with matches of the same deployment
	 * @param threads that raise counters
	 */
	constructor(intervalMs: number, threads = 1) {
		this.#intervalMs = intervalMs;
		this.#threads = threads;
	}

	/** The counters of a deployment, one for each thread, which lookups raise. */
	countersOf(deploymentId: string): readonly MatchCounter[] {
		const known = this.#counted.get(deploymentId);
		if (known) return known.counters;
		const counters = this.#threads === 1 ? [new Float64Array(1)] : sharedCounters(this.#threads);
		this.#counted.set(deploymentId, { counters, batched: 0 });
		return counters;
	}

	/**
	 * The batch to send: the unacknowledged one, or the matches since. First matches are in it at
	 * once, later ones after the interval. Forgets deployments that are no longer kept.
	 */
	next(kept: ReadonlySet<string>, now = performance.now()): MatchBatch {
		return this.#unacknowledged ?? this.#batch(kept, now >= this.#dueAt, now);
	}

	/** The rest, when the agent stops. */
	last(): MatchBatch {
		return this.#unacknowledged ?? this.#batch(new Set(), true, performance.now());
	}

	/** The service has counted the batch. */
	acknowledge(batch: MatchBatch): void {
		if (this.#unacknowledged === batch) this.#unacknowledged = null;
	}

	#batch(kept: ReadonlySet<string>, due: boolean, now: number): MatchBatch {
		const counts: { deployment_id: string; matches: number }[] = [];
		for (const [deploymentId, counted] of this.#counted) {
			const total = totalOf(counted.counters);
			const matches = total - counted.batched;
			if (matches === 0) {
				if (!kept.has(deploymentId)) this.#counted.delete(deploymentId);
				continue;
			}
			if (!due && counted.batched > 0) continue;
			if (counts.length === MOST_COUNTS) break;
			counts.push({ deployment_id: deploymentId, matches });
			counted.batched = total;
		}
		if (counts.length === 0) return { run_id: this.#run, number: this.#number, counts };
		if (due && counts.length < MOST_COUNTS) this.#dueAt = now + this.#intervalMs;
		this.#number++;
		this.#unacknowledged = { run_id: this.#run, number: this.#number, counts };
		return this.#unacknowledged;
	}
}

/** Threads that write to the same line of the processor's cache wait for one another. */
const CACHE_LINE_BYTES = 64;

function sharedCounters(threads: number): MatchCounter[] {
	const memory = new SharedArrayBuffer(threads * CACHE_LINE_BYTES);
	return Array.from({ length: threads }, (_, thread) => new Float64Array(memory, thread * CACHE_LINE_BYTES, 1));
}

/** The sum of all threads' counts. */
export function totalOf(counters: readonly MatchCounter[]): number {
	return counters.reduce((total, counter) => total + (counter[0] as number), 0);
}
