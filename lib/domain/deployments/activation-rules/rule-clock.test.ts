import { afterEach, describe, expect, test, vi } from "vitest";
import { type OpeningHours, WEEKDAYS } from "@/lib/rules/opening-hours";
import { clockOfRule, hoursOfRule, openingOfRule } from "./rule-clock";
import { storedConditions } from "./stored-conditions";

const conditions = (from: string, to: string, time_zone = "Europe/Berlin") =>
	storedConditions({ conditions: { time_zone, hours: [{ days: [...WEEKDAYS], from, to }] } });
const target = (...hours: NonNullable<OpeningHours["hours"]>): OpeningHours => ({
	time_zone: "Europe/Berlin",
	hours,
	freezes: [],
});

describe("the hours of a rule and its target", () => {
	afterEach(() => vi.restoreAllMocks());

	test("open together days later", () => {
		const weekdays = { days: ["mon", "tue", "wed", "thu", "fri"], from: "17:00", to: "18:00" } as const;
		const hours = hoursOfRule(
			conditions("08:00", "09:00"),
			target(weekdays, { days: ["sun"], from: "08:30", to: "10:00" }),
		);
		const monday = new Date("2026-11-23T12:00:00Z");
		expect(clockOfRule(hours, monday)).toEqual({ open: false, day: "2026-11-23" });
		expect(openingOfRule(hours, monday)).toEqual(new Date("2026-11-29T07:30:00Z"));
	});

	test("that never meet are given up soon, and a day is computed once for many instants", () => {
		const clock = vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts");
		const never = { days: WEEKDAYS, from: "17:00", to: "18:00" };
		const hours = hoursOfRule(conditions("08:00", "09:00"), target(...Array.from({ length: 50 }, () => never)));
		const start = Date.parse("2026-11-10T12:00:00Z");
		expect(openingOfRule(hours, new Date(start))).toBeNull();
		const computed = clock.mock.calls.length;
		for (let minute = 0; minute < 1_000; minute += 1) {
			expect(clockOfRule(hours, new Date(start + minute * 60_000)).open).toBe(false);
		}
		// Three readings of the clock for each instant, and the two or three days that they reach into.
		expect(clock.mock.calls.length - computed).toBeLessThan(4_000);
	});

	test("are those of UTC where this process does not know the zone of a row", () => {
		const hours = hoursOfRule(conditions("08:00", "09:00", "Mars/Olympus"), undefined);
		expect(clockOfRule(hours, new Date("2026-11-23T08:30:00Z"))).toEqual({ open: true, day: "2026-11-23" });
	});
});
