/** Kinds of lookups with separate counters. */
export type LookupKind = "proximity" | "audience";

export const LOOKUP_KINDS: readonly LookupKind[] = ["proximity", "audience"];

/** Upper bounds of the latency buckets, in seconds. */
export const LATENCY_BOUNDS = [
	0.000_01, 0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.05, 0.25,
] as const;

const BUCKETS = LATENCY_BOUNDS.length + 1;
/** Lookups, matches, seconds, then the buckets. */
const PER_KIND = 3 + BUCKETS;
const FIRST_STATUS = 400;
const REFUSALS_AT = LOOKUP_KINDS.length * PER_KIND;
const NUMBERS = REFUSALS_AT + 200;

/** The counts of one kind of lookups. */
export interface LookupCounts {
	lookups: number;
	matches: number;
	/** Sum of the time of all requests. */
	seconds: number;
	/** Requests by bucket, the last one without a bound. */
	buckets: number[];
}

/**
 * Counters of the requests that one thread answers. Only that thread writes them; others read them
 * where the memory is shared, as 64-bit machines write aligned numbers whole.
 */
export class RequestCounters {
	readonly numbers: Float64Array;

	/** @param numbers of `sharedNumbers`; by default memory of this thread alone */
	constructor(numbers: Float64Array = new Float64Array(NUMBERS)) {
		this.numbers = numbers;
	}

	/** Memory for counters that other threads read. */
	static sharedNumbers(): Float64Array<SharedArrayBuffer> {
		return new Float64Array(new SharedArrayBuffer(NUMBERS * Float64Array.BYTES_PER_ELEMENT));
	}

	/** Counts a request of `lookups` points or ids, `matched` of which are in a set. */
	countLookups(kind: LookupKind, lookups: number, matched: number, seconds: number): void {
		const at = kind === "proximity" ? 0 : PER_KIND;
		let bucket = 0;
		while (bucket < LATENCY_BOUNDS.length && seconds > (LATENCY_BOUNDS[bucket] as number)) bucket++;
		this.#add(at, lookups);
		this.#add(at + 1, matched);
		this.#add(at + 2, seconds);
		this.#add(at + 3 + bucket, 1);
	}

	/** @param status from 400 to 599 */
	countRefusal(status: number): void {
		this.#add(REFUSALS_AT + status - FIRST_STATUS, 1);
	}

	/** Lookup requests so far. */
	get requests(): number {
		const { proximity, audience } = sumRequests([this]).lookups;
		return [...proximity.buckets, ...audience.buckets].reduce((sum, requests) => sum + requests, 0);
	}

	#add(at: number, count: number): void {
		this.numbers[at] = (this.numbers[at] as number) + count;
	}
}

/** Sums the counters of all threads. */
export function sumRequests(threads: readonly RequestCounters[]): {
	lookups: Readonly<Record<LookupKind, LookupCounts>>;
	/** Refused requests by status, ascending. */
	refusals: ReadonlyMap<number, number>;
} {
	const sum = (at: number) => threads.reduce((total, { numbers }) => total + (numbers[at] as number), 0);
	const ofKind = (kind: LookupKind): LookupCounts => {
		const at = LOOKUP_KINDS.indexOf(kind) * PER_KIND;
		const buckets = Array.from({ length: BUCKETS }, (_, bucket) => sum(at + 3 + bucket));
		return { lookups: sum(at), matches: sum(at + 1), seconds: sum(at + 2), buckets };
	};
	const refusals = new Map<number, number>();
	for (let at = REFUSALS_AT; at < NUMBERS; at++) {
		const count = sum(at);
		if (count > 0) refusals.set(FIRST_STATUS + at - REFUSALS_AT, count);
	}
	return { lookups: { proximity: ofKind("proximity"), audience: ofKind("audience") }, refusals };
}
