import { expect, test } from "vitest";
import type { FiguresDay } from "@/lib/contract/overview";
import { deltaOf, durationDelta, lineWords } from "./figure-deltas";

const day = (date: string, pending: number, decision_seconds: number | null = null): FiguresDay => ({
	day: date,
	pending,
	activated: 0,
	live: 0,
	targets: 0,
	targets_online: 0,
	decision_seconds,
});
const pending = (one: FiguresDay) => one.pending;

test("two days are one day apart, and days without figures count as well", () => {
	const two = [day("2026-11-24", 3), day("2026-11-25", 5)];
	expect(deltaOf(5, two, pending, "less")).toEqual({ words: "+2 in 1 day", tone: "neutral" });
	expect(lineWords("Pending requests", two, pending)).toBe("Pending requests, 1 day: 3 to 5, now 5");
	const gap = [day("2026-11-12", 5), day("2026-11-20", 1), day("2026-11-25", 3)];
	expect(deltaOf(3, gap, pending, "less")).toEqual({ words: "−2 in 13 days", tone: "ok" });
	expect(lineWords("Pending requests", gap, pending)).toBe("Pending requests, 13 days: 1 to 5, now 3");
});

test("there is no difference to a single day, or to the same", () => {
	const one = [day("2026-11-25", 3, 60)];
	expect([deltaOf(5, one, pending, "less"), durationDelta(30, one)]).toEqual([null, null]);
	expect(lineWords("Pending requests", one, pending)).toBeNull();
	expect(deltaOf(3, [...one, day("2026-11-26", 3)], pending, "less")).toBeNull();
	expect(durationDelta(30, [...one, day("2026-11-26", 3)])).toEqual({ words: "30 s faster", tone: "ok" });
});
