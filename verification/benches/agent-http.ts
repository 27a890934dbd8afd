import type { Load, Measured } from "./load";

/** A server of this process, and what it is asked. */
export interface Contender {
	readonly name: string;
	/** Lookups of a request. */
	readonly lookups: number;
	readonly load: Load;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const count = (value: number) => Math.round(value).toLocaleString("en").padStart(9);

/**
 * Compares servers of this process in short turns, as a machine's speed drifts: requests in a second,
 * and in a second of this process's CPU time, beside those of the first contender. Shares are
 * medians of the rounds' own.
 */
export async function compareHttp(
	rounds: number,
	contenders: readonly Contender[],
	measure: (load: Load) => Promise<Measured>,
): Promise<void> {
	const rates: number[][] = contenders.map(() => []);
	const perCpu: number[][] = contenders.map(() => []);
	const latencies: number[][] = contenders.map(() => []);
	for (let round = -1; round < rounds; round++)
		for (let turn = 0; turn < contenders.length; turn++) {
			// Each is the first one as often as the others.
			const at = (Math.max(0, round) + turn) % contenders.length;
			const from = process.cpuUsage();
			const measured = await measure((contenders[at] as Contender).load);
			const { user, system } = process.cpuUsage(from);
			// The first round warms up.
			if (round < 0) continue;
			rates[at]?.push((measured.requests / measured.milliseconds) * 1000);
			perCpu[at]?.push((measured.requests / (user + system)) * 1e6);
			latencies[at]?.push(measured.latencies[Math.floor(measured.latencies.length * 0.99)] ?? 0);
		}
	const share = (values: readonly number[][], at: number) =>
		median((values[at] ?? []).map((value, round) => value / (values[0]?.[round] ?? value))).toFixed(2);
	for (const [at, { name, lookups }] of contenders.entries())
		process.stdout.write(
			`${name.padEnd(28)}${count(median(rates[at] ?? []))} requests/s (${share(rates, at)})` +
				` ${count(median(perCpu[at] ?? []))} per second of CPU time (${share(perCpu, at)})` +
				` ${count(median(rates[at] ?? []) * lookups)} lookups/s   99% ${median(latencies[at] ?? []).toFixed(2)} ms\n`,
		);
}
