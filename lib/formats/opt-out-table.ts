import { OPT_OUT_WORDS } from "@/lib/formats/opt-out-hash";

/** Hashes in ascending order without duplicates, divided into buckets by their top bits. */
export interface OptOutTable {
	/** OPT_OUT_WORDS each, the most significant first. */
	hashes: Uint32Array;
	count: number;
	/** Where each bucket starts, and the end of the last. */
	starts: Uint32Array;
}

const PER_BUCKET = 8;

/** A power of two, so that a bucket has 4 to 8 hashes on average: two cache lines at most. */
export function bucketsFor(count: number): number {
	return 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(1, count) / PER_BUCKET)));
}

/** The bucket of a hash by its first word. */
export function bucketOf(first: number, buckets: number): number {
	return Math.floor((first / 2 ** 32) * buckets);
}

/**
 * Sorts hashes and drops duplicates: divides them into buckets, then sorts each. Hashes are evenly
 * distributed, so the time grows with their number only.
 */
export function sortOptOuts(unsorted: Uint32Array): OptOutTable {
	const count = unsorted.length / OPT_OUT_WORDS;
	const buckets = bucketsFor(count);
	const ends = new Uint32Array(buckets + 1);
	for (let i = 0; i < count; i++) {
		const bucket = bucketOf(unsorted[i * OPT_OUT_WORDS] as number, buckets) + 1;
		ends[bucket] = (ends[bucket] as number) + 1;
	}
	for (let bucket = 0; bucket < buckets; bucket++)
		ends[bucket + 1] = (ends[bucket + 1] as number) + (ends[bucket] as number);
	const hashes = new Uint32Array(unsorted.length);
	const filled = ends.slice(0, buckets);
	for (let i = 0; i < count; i++) {
		const bucket = bucketOf(unsorted[i * OPT_OUT_WORDS] as number, buckets);
		insert(hashes, ends[bucket] as number, filled[bucket] as number, unsorted, i);
		filled[bucket] = (filled[bucket] as number) + 1;
	}
	return indexOptOuts(hashes, dropDuplicates(hashes, count));
}

/** The table of hashes that are sorted and distinct. */
export function indexOptOuts(sorted: Uint32Array, count: number): OptOutTable {
	const hashes = sorted.subarray(0, count * OPT_OUT_WORDS);
	const buckets = bucketsFor(count);
	const starts = new Uint32Array(buckets + 1);
	for (let i = 0; i < count; i++) {
		const bucket = bucketOf(hashes[i * OPT_OUT_WORDS] as number, buckets) + 1;
		starts[bucket] = (starts[bucket] as number) + 1;
	}
	for (let bucket = 0; bucket < buckets; bucket++)
		starts[bucket + 1] = (starts[bucket + 1] as number) + (starts[bucket] as number);
	return { hashes, count, starts };
}

/** Compares two hashes by position; negative when the first is smaller. */
export function compareOptOuts(one: Uint32Array, at: number, other: Uint32Array, otherAt: number): number {
	for (let word = 0; word < OPT_OUT_WORDS; word++) {
		const difference = (one[at * OPT_OUT_WORDS + word] as number) - (other[otherAt * OPT_OUT_WORDS + word] as number);
		if (difference !== 0) return difference;
	}
	return 0;
}

/** Inserts a hash into the sorted run from `start` to `end`, which grows by one. */
function insert(hashes: Uint32Array, start: number, end: number, source: Uint32Array, from: number): void {
	let at = end;
	while (at > start && compareOptOuts(source, from, hashes, at - 1) < 0) at--;
	if (at < end) hashes.copyWithin((at + 1) * OPT_OUT_WORDS, at * OPT_OUT_WORDS, end * OPT_OUT_WORDS);
	for (let word = 0; word < OPT_OUT_WORDS; word++)
		hashes[at * OPT_OUT_WORDS + word] = source[from * OPT_OUT_WORDS + word] as number;
}

function dropDuplicates(hashes: Uint32Array, count: number): number {
	let kept = 0;
	for (let i = 0; i < count; i++) {
		if (kept > 0 && compareOptOuts(hashes, i, hashes, kept - 1) === 0) continue;
		if (kept < i) hashes.copyWithin(kept * OPT_OUT_WORDS, i * OPT_OUT_WORDS, (i + 1) * OPT_OUT_WORDS);
		kept++;
	}
	return kept;
}
