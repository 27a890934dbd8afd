import type { FigureProps } from "@/components/kit/ui/figure";
import { formatCount, formatDuration, formatPlural } from "@/lib/browser/format";
import type { FiguresDay } from "@/lib/contract/overview";

type Delta = NonNullable<FigureProps["delta"]> | null;
export type Read = (day: FiguresDay) => number | null;

const DAY_MS = 86_400_000;

/** The time between the first and the last day, in words: a day may lack its figures. */
function spanWords(days: readonly FiguresDay[]): string {
	const [first, last] = [days.at(0), days.at(-1)].map((day) => Date.parse(day?.day ?? ""));
	return formatPlural(Math.round(((last ?? 0) - (first ?? 0)) / DAY_MS), "day");
}

/** What a line of days shows, in words; null where it has fewer than two points. */
export function lineWords(what: string, days: readonly FiguresDay[], read: Read): string | null {
	const known = days.map(read).filter((value) => value !== null);
	if (known.length < 2) return null;
	return `${what}, ${spanWords(days)}: ${Math.min(...known)} to ${Math.max(...known)}, now ${known.at(-1)}`;
}

/** The difference to the first known day; none while there is but one. */
export function deltaOf(now: number, days: readonly FiguresDay[], read: Read, better: "more" | "less"): Delta {
	const first = days.length < 2 ? undefined : days[0];
	const before = first === undefined ? null : read(first);
	if (before === null || before === now) return null;
	const grew = now > before;
	const words = `${grew ? "+" : "−"}${formatCount(Math.abs(now - before))} in ${spanWords(days)}`;
	return { words, tone: grew === (better === "more") ? "ok" : "neutral" };
}

/** As {@link deltaOf} of a duration in seconds, the shorter the better. */
export function durationDelta(now: number, days: readonly FiguresDay[]): Delta {
	const before = days.length < 2 ? null : (days[0]?.decision_seconds ?? null);
	if (before === null || before === now) return null;
	const words = `${formatDuration(Math.abs(now - before))} ${now < before ? "faster" : "slower"}`;
	return { words, tone: now < before ? "ok" : "neutral" };
}
