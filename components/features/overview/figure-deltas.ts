import type { FigureProps } from "@/components/kit/ui/figure";
import { formatCount, formatPlural, formatShare } from "@/lib/browser/format";
import type { FiguresDay } from "@/lib/contract/figures";

type Delta = NonNullable<FigureProps["delta"]> | null;
export type Read = (day: FiguresDay) => number | null;

const DAY_MS = 86_400_000;
const DAYS_OF_FORTNIGHT = 13;

/** A figure day by day: its line, the words of the line and the difference read nothing else. */
export interface Series {
	/** From the first known day to the present one; a day without the figure repeats the one before. */
	readonly values: readonly number[];
	/** From the first day to the last. */
	readonly span: number;
}

/** The series of a figure; its days come in their order. */
export function seriesOf(days: readonly FiguresDay[], read: Read): Series {
	const values: number[] = [];
	let first = 0;
	for (const day of days) {
		const value = read(day);
		if (value === null) continue;
		const at = Math.round(Date.parse(day.day) / DAY_MS);
		if (values.length === 0) first = at;
		while (values.length < at - first) values.push(values.at(-1) ?? value);
		values.push(value);
	}
	return { values, span: Math.max(0, values.length - 1) };
}

/** What a line shows, in words; null where it has fewer than two points. */
export function lineWords(what: string, { values, span }: Series): string | null {
	if (span === 0) return null;
	return `${what}, ${formatPlural(span, "day")}: ${Math.min(...values)} to ${Math.max(...values)}, now ${values.at(-1)}`;
}

function agoWords(span: number): string {
	if (span >= DAYS_OF_FORTNIGHT) return "2 weeks ago";
	return span === 1 ? "yesterday" : `${span} days ago`;
}

/** The difference to the first known day; none while there is but one. */
export function deltaOf({ values, span }: Series, better: "more" | "less"): Delta {
	const change = (values.at(-1) ?? 0) - (values[0] ?? 0);
	if (span === 0 || change === 0) return null;
	const words = `${change > 0 ? "+" : "−"}${formatCount(Math.abs(change))} vs. ${agoWords(span)}`;
	return { words, tone: change > 0 === (better === "more") ? "ok" : "neutral" };
}

/** As {@link deltaOf} of the median of a fortnight, the shorter the better. */
export function durationDelta({ values, span }: Series): Delta {
	const [before = 0, now = 0] = [values[0], values.at(-1)];
	if (span === 0 || before === 0 || before === now) return null;
	const than = span >= DAYS_OF_FORTNIGHT ? "the 2 weeks before" : agoWords(span);
	const words = `${formatShare(Math.abs(now - before), before)} ${now < before ? "faster" : "slower"} than ${than}`;
	return { words, tone: now < before ? "ok" : "neutral" };
}
