import type { Measured } from "./load";
import type { Rates } from "./measure-servers";
import type { ListTimes } from "./totals";

/** Prints the median figures of service and reference server as a table for docs/benchmarks.md. */
export function printRates(kind: string, rates: readonly Rates[]): void {
	printTable(
		[kind, "req/s", "p99", "reference req/s", "p99", "share", "refused"],
		rates.map(({ name, service, reference }) => [
			name,
			median(service.map(perSecond)).toFixed(0),
			`${median(service.map(p99)).toFixed(1)} ms`,
			median(reference.map(perSecond)).toFixed(0),
			`${median(reference.map(p99)).toFixed(1)} ms`,
			(median(service.map(perSecond)) / median(reference.map(perSecond))).toFixed(2),
			`${[...service, ...reference].reduce((sum, { refused }) => sum + refused, 0)}`,
		]),
	);
}

/**
 * Prints the milliseconds of lists with totals at both sizes, without changes and right after one.
 */
export function printTimes(times: readonly ListTimes[]): void {
	printTable(
		[
			"a page with its total, ms",
			"rows",
			"at 2,000",
			"at 200,000",
			"times",
			"changed: at 2,000",
			"at 200,000",
			"times",
		],
		times.map(({ list, small, full }) => [
			list,
			small.rows === full.rows ? `${full.rows}` : `${small.rows}, ${full.rows}`,
			small.unchanged.toFixed(1),
			full.unchanged.toFixed(1),
			(full.unchanged / small.unchanged).toFixed(1),
			small.changed.toFixed(1),
			full.changed.toFixed(1),
			(full.changed / small.changed).toFixed(1),
		]),
	);
}

/** Prints a Markdown table: text to the left, figures to the right. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
	const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)));
	const line = (cells: readonly string[]) =>
		`| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(" | ")} |\n`;
	const rule = widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
	process.stdout.write(`\n${[head, rule, ...rows].map(line).join("")}`);
}

/** The upper one of two medians. */
function median(figures: readonly number[]): number {
	return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
}

function perSecond({ requests, milliseconds }: Measured): number {
	return requests / (milliseconds / 1000);
}

function p99({ latencies }: Measured): number {
	return latencies[Math.floor(latencies.length * 0.99)] ?? 0;
}
