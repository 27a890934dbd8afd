import { expect, test } from "vitest";
import type { FiguresDay } from "@/lib/contract/figures";
import { deltaOf, durationDelta, lineWords, seriesOf } from "./figure-deltas";

const day = (date: string, pending: number, decision_seconds: number | null = null): FiguresDay => ({
	day: date,
	pending,
	activated: 0,
	live: 0,
	targets: 0,
	targets_online: 0,
	decision_seconds,
});
const pending = (...days: FiguresDay[]) => seriesOf(days, (one) => one.pending);
const decisions = (...days: FiguresDay[]) => seriesOf(days, (one) => one.decision_seconds);

test("two days are one day apart, and days without figures count as well", () => {
	const two = pending(day("2026-11-24", 3), day("2026-11-25", 5));
	expect(deltaOf(two, "less")).toEqual({ words: "+2 vs. yesterday", tone: "neutral" });
	expect(lineWords("Pending requests", two)).toBe("Pending requests, 1 day: 3 to 5, now 5");
	const gap = pending(day("2026-11-12", 5), day("2026-11-20", 1), day("2026-11-25", 3));
	expect(gap.values).toEqual([5, 5, 5, 5, 5, 5, 5, 5, 1, 1, 1, 1, 1, 3]);
	expect(deltaOf(gap, "less")).toEqual({ words: "−2 vs. 2 weeks ago", tone: "ok" });
	expect(lineWords("Pending requests", gap)).toBe("Pending requests, 13 days: 1 to 5, now 3");
});

test("there is no difference to a single day, or to the same", () => {
	const one = day("2026-11-25", 3, 60);
	expect([deltaOf(pending(one), "less"), durationDelta(decisions(one))]).toEqual([null, null]);
	expect(lineWords("Pending requests", pending(one))).toBeNull();
	expect(deltaOf(pending(one, day("2026-11-26", 3)), "less")).toBeNull();
});

test("a median has one line, from the first day that knows one, and its difference is a share", () => {
	const some = decisions(
		day("2026-11-10", 0),
		day("2026-11-11", 0, 500),
		day("2026-11-12", 0),
		day("2026-11-13", 0, 30),
	);
	expect(some.values).toEqual([500, 500, 30]);
	expect(durationDelta(some)).toEqual({ words: "94% faster than 2 days ago", tone: "ok" });
	const long = decisions(day("2026-11-01", 0, 100), day("2026-11-14", 0, 150));
	expect(durationDelta(long)).toEqual({ words: "50% slower than the 2 weeks before", tone: "neutral" });
	expect(decisions(day("2026-11-10", 0)).values).toEqual([]);
});
