/**
 * The number of lookups that a deployment has matched since the agent started to serve it. An array
 * of one number, so that counting writes in place and allocates nothing.
 */
export type MatchCounter = Float64Array;

/** Counts one matched lookup. */
export function countMatch(counter: MatchCounter): void {
	counter[0] = (counter[0] as number) + 1;
}
