import { setTimeout as wait } from "node:timers/promises";

/** A part of the figures, by size: 0.5 is the upper one of two medians. */
export function quantile(figures: readonly number[], part: number): number {
	return figures.toSorted((a, b) => a - b)[Math.min(figures.length - 1, Math.floor(figures.length * part))] ?? 0;
}

export const median = (figures: readonly number[]) => quantile(figures, 0.5);
export const longest = (figures: readonly number[]) => quantile(figures, 1);
export const count = (number: number) => Math.round(number).toLocaleString("en-US");
export const milliseconds = (time: number) => `${count(time)} ms`;
export const seconds = (time: number) => `${(time / 1_000).toFixed(1)} s`;
export const megabytes = (number: number | null) => (number === null ? "unknown" : `${count(number)} MB`);

export function print(line: string): void {
	process.stdout.write(`${line}\n`);
}

/** Prints a Markdown table for docs/: text to the left, figures to the right. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
	const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)));
	const rule = widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
	const pad = (cell: string, column: number) =>
		column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
	print(`\n${[head, rule, ...rows].map((cells) => `| ${cells.map(pad).join(" | ")} |`).join("\n")}`);
}

/** How long something takes, in milliseconds, and what it gives. */
export async function timed<Result>(work: () => Promise<Result> | Result): Promise<{ took: number; result: Result }> {
	const began = performance.now();
	const result = await work();
	return { took: performance.now() - began, result };
}

/** Repeats a request while something else runs; `times` are its milliseconds. */
export async function beside<Result>(
	request: () => Promise<unknown>,
	everyMs: number,
	work: () => Promise<Result>,
): Promise<{ took: number; result: Result; times: readonly number[] }> {
	const times: number[] = [];
	let isOver = false;
	const repeat = async () => {
		while (!isOver) {
			times.push((await timed(request)).took);
			await wait(everyMs);
		}
	};
	const repeating = repeat();
	try {
		return { ...(await timed(work)), times };
	} finally {
		isOver = true;
		await repeating;
	}
}

/** CPU time of this process so far, in milliseconds. */
export function cpuMs(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1_000;
}

/**
 * Measures contenders in turns, as a machine's speed drifts; each is the first one as often as the
 * others. Rounds below 0 warm up.
 * @returns the figures of each contender, by round
 */
export async function inTurns<Side, Figure>(
	sides: readonly Side[],
	{ rounds, warming = 0 }: { readonly rounds: number; readonly warming?: number },
	measure: (side: Side, round: number) => Promise<Figure> | Figure,
): Promise<Figure[][]> {
	const figures = sides.map((): Figure[] => []);
	for (let round = -warming; round < rounds; round += 1) {
		for (const [turn] of sides.entries()) {
			const at = (Math.abs(round) + turn) % sides.length;
			const figure = await measure(sides[at] as Side, round);
			if (round >= 0) figures[at]?.push(figure);
		}
	}
	return figures;
}

/** The median of the rounds' own ratios. */
export function ratio(figures: readonly number[] = [], beside: readonly number[] = []): number {
	return median(figures.map((figure, round) => figure / (beside[round] ?? figure)));
}
