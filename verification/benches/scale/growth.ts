import { median, printTable, quantile } from "@/verification/benches/figures";
import type { Figure } from "./requests";

/** The figures of one size. */
export interface SizeFigures {
	readonly designs: number;
	readonly figures: readonly Figure[];
}

/** A figure at all sizes. */
export interface Growth {
	readonly group: string;
	readonly name: string;
	readonly who: string;
	readonly unit: Figure["unit"];
	/** By size; undefined where it was not measured. */
	readonly values: readonly (readonly number[] | undefined)[];
	/** Of the power of the size with which the cost grows; null with one size. */
	readonly exponent: number | null;
}

/** Of what takes longer than this at the largest size, the growth is named. */
const NAMED = { exponent: 0.5, milliseconds: 20 };

/** Joins the figures of all sizes, in ascending order of the sizes. */
export function growthOf(sizes: readonly SizeFigures[]): Growth[] {
	const keys = new Map<string, Figure>();
	for (const { figures } of sizes) for (const figure of figures) keys.set(keyOf(figure), figure);
	return [...keys].map(([key, { group, name, who, unit }]) => {
		const values = sizes.map(({ figures }) => figures.find((figure) => keyOf(figure) === key)?.values);
		return { group, name, who, unit, values, exponent: exponentOf(sizes, values, unit) };
	});
}

const keyOf = ({ group, name, who }: Figure) => JSON.stringify([group, name, who]);

function exponentOf(sizes: readonly SizeFigures[], values: Growth["values"], unit: Figure["unit"]): number | null {
	const points = sizes.flatMap(({ designs }, index) => {
		const own = values[index];
		return own === undefined ? [] : [{ designs, value: median(own) }];
	});
	const [first, last] = [points[0], points.at(-1)];
	if (first === undefined || last === undefined || first === last || first.value <= 0 || last.value <= 0) return null;
	const exponent = Math.log(last.value / first.value) / Math.log(last.designs / first.designs);
	// A rate that halves is a cost that doubles.
	return unit === "/s" ? -exponent : exponent;
}

/** Prints a table for each group, then what grows. Of several callers the slowest one is printed. */
export function printGrowth(sizes: readonly SizeFigures[], all: boolean): void {
	const designs = sizes.map((size) => size.designs);
	const growths = growthOf(sizes);
	for (const group of new Set(growths.map((growth) => growth.group))) {
		const ofGroup = growths.filter((growth) => growth.group === group);
		printRows(group, designs, all ? ofGroup : slowest(ofGroup));
	}
	const grown = growths.filter(isNamed).sort((a, b) => lastOf(b) - lastOf(a));
	if (grown.length > 0) printRows(`over ${NAMED.milliseconds} ms and growing`, designs, grown);
}

function isNamed({ unit, exponent, ...growth }: Growth): boolean {
	return unit === "ms" && exponent !== null && exponent >= NAMED.exponent && lastOf(growth) >= NAMED.milliseconds;
}

function lastOf({ values }: Pick<Growth, "values">): number {
	return median(values.findLast((own) => own !== undefined) ?? []);
}

/** Of figures of one name, the one that is worst at the largest size. */
function slowest(growths: readonly Growth[]): Growth[] {
	const names = [...new Set(growths.map(({ name }) => name))];
	return names.flatMap((name) => {
		const same = growths.filter((growth) => growth.name === name);
		const sign = same[0]?.unit === "/s" ? 1 : -1;
		return same.toSorted((a, b) => sign * (lastOf(a) - lastOf(b))).slice(0, 1);
	});
}

function printRows(title: string, designs: readonly number[], growths: readonly Growth[]): void {
	printTable(
		[title, "whose", ...designs.map((count) => count.toLocaleString("en-US")), "exponent"],
		growths.map(({ name, who, unit, values, exponent }) => [
			name,
			who,
			...values.map((own) => (own === undefined ? "" : cellOf(own, unit))),
			exponent === null ? "" : exponent.toFixed(2),
		]),
	);
}

/** The median, and behind it the 95th percentile of several. */
function cellOf(values: readonly number[], unit: Figure["unit"]): string {
	const digits = (value: number) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString("en-US"));
	const several = values.length < 5 ? "" : ` (${digits(quantile(values, 0.95))})`;
	return `${digits(median(values))}${several} ${unit}`;
}
