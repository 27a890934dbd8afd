import type { InteractionTimes } from "./interactions";
import type { PageWeight } from "./page-weight";

const line = (first: string, ...cells: string[]) =>
	process.stdout.write(`${first.padEnd(44)}${cells.map((cell) => cell.padStart(16)).join("")}\n`);
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;
const middle = (times: readonly number[]) => times[Math.floor(times.length / 2)] ?? 0;

/** Prints interaction to next paint: the median and the longest. */
export function printInteractions(measured: readonly InteractionTimes[]): void {
	process.stdout.write("\ninteraction to next paint (16 ms: that or less):\n");
	line("", "median", "longest");
	for (const { name, times } of measured) line(name, `${middle(times)} ms`, `${times.at(-1) ?? 0} ms`);
}

/** Prints what the first load of each page brings. */
export function printPages(weights: readonly PageWeight[]): void {
	process.stdout.write("\nfirst load, compressed script:\n");
	line("", "script", "of the map", "largest paint");
	for (const { path, script, map, painted } of weights) {
		line(path, kilobytes(script), map === 0 ? "–" : kilobytes(map), `${painted.toFixed(0)} ms`);
	}
}

/** Prints the time from the key to the agent's word. */
export function printActivation(times: readonly number[]): void {
	process.stdout.write("\nfrom `a` pressed to `loaded on 1 of 1 agents` on another's page:\n");
	line("", "shortest", "median", "longest");
	line("activation", ...[times[0] ?? 0, middle(times), times.at(-1) ?? 0].map((time) => `${time.toFixed(0)} ms`));
}
