import type { Measured } from "./load";
import type { Rates } from "./measure-servers";
import type { ListTimes } from "./totals";

/** Prints what the service and the reference server did. */
export function printRates(kind: string, rates: readonly Rates[]): void {
	const line = (cells: readonly string[]) =>
		`${(cells[0] ?? "").padEnd(28)}${cells
			.slice(1)
			.map((cell) => cell.padStart(14))
			.join("")}\n`;
	process.stdout.write(`\n${kind}, requests per second:\n`);
	process.stdout.write(line(["", "service", "p99", "reference", "p99", "share", "refused"]));
	for (const { name, service, reference } of rates) {
		process.stdout.write(
			line([
				name,
				perSecond(service).toFixed(0),
				`${p99(service).toFixed(1)} ms`,
				perSecond(reference).toFixed(0),
				`${p99(reference).toFixed(1)} ms`,
				(perSecond(service) / perSecond(reference)).toFixed(2),
				`${service.refused} ${reference.refused}`,
			]),
		);
	}
}

/** Prints the times of lists with their totals at both sizes. */
export function printTimes(small: readonly ListTimes[], full: readonly ListTimes[]): void {
	const line = (cells: readonly string[]) =>
		`${(cells[0] ?? "").padEnd(58)}${cells
			.slice(1)
			.map((cell) => cell.padStart(12))
			.join("")}\n`;
	process.stdout.write("\na list with its total, milliseconds:\n");
	process.stdout.write(line(["", "at 2,000", "at 200,000", "times", "changed:", "at 200,000", "times"]));
	for (const [index, { list, unchanged, changed }] of full.entries()) {
		const before = small[index];
		if (before === undefined) continue;
		process.stdout.write(
			line([
				list,
				before.unchanged.toFixed(1),
				unchanged.toFixed(1),
				(unchanged / before.unchanged).toFixed(1),
				before.changed.toFixed(1),
				changed.toFixed(1),
				(changed / before.changed).toFixed(1),
			]),
		);
	}
}

function perSecond({ requests, milliseconds }: Measured): number {
	return requests / (milliseconds / 1000);
}

function p99({ latencies }: Measured): number {
	return latencies[Math.floor(latencies.length * 0.99)] ?? 0;
}
