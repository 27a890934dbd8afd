const ROUNDS = 7;

export const print = (line: string) => process.stdout.write(`${line}\n`);
export const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number;

/** Prints how many of `count` lookups a contender does in a second, which took `ms`. */
export function printRate(name: string, count: number, ms: number): void {
	print(
		`  ${name.padEnd(38)} ${Math.round(count / ms)
			.toLocaleString("en")
			.padStart(6)} k lookups/s`,
	);
}

/**
 * Milliseconds of each contender in each round. Rounds are interleaved, so that a slow moment
 * affects all of them.
 * @throws when the contenders do not find the same number of sets
 */
export function race<Name extends string>(contenders: Record<Name, () => number>): Record<Name, number[]> {
	const names = Object.keys(contenders) as Name[];
	const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
	const sums = new Set<number>();
	for (let round = 0; round < ROUNDS; round++) {
		for (const name of names) {
			const start = performance.now();
			sums.add(contenders[name]());
			times[name].push(performance.now() - start);
		}
	}
	if (sums.size !== 1) throw new Error(`the contenders do not answer alike: ${[...sums].join(", ")}`);
	return times;
}

/** How many times as fast as the second the first contender is: the median of the rounds. */
export function printRatio(name: string, fast: readonly number[], slow: readonly number[]): void {
	const ratio = median(slow.map((ms, round) => ms / (fast[round] as number)));
	print(`  ${name.padEnd(38)} ${ratio.toFixed(1).padStart(6)} times`);
}
