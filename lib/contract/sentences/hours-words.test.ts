import { expect, test } from "vitest";
import { WEEKDAYS, type Weekday } from "@/lib/rules/opening-hours";
import { daysWords, hoursWords } from "./hours-words";

test.each<[Weekday[], string]>([
	[["mon", "tue", "wed", "thu", "fri"], "Mon–Fri"],
	[["sun", "sat"], "Sat, Sun"],
	[["mon", "wed", "thu", "fri"], "Mon, Wed–Fri"],
	[["tue"], "Tue"],
	[[...WEEKDAYS], "Every day"],
])("the days %s are %s", (days, words) => {
	expect(daysWords(days)).toBe(words);
});

test("the hours of a target name its time zone once", () => {
	const hours = [
		{ days: ["mon", "tue", "wed"] as const, from: "08:00", to: "18:00" },
		{ days: ["sat"] as const, from: "22:00", to: "02:00" },
	].map(({ days, ...times }) => ({ days: [...days], ...times }));
	expect(hoursWords({ time_zone: "Europe/Berlin", hours })).toBe("Mon–Wed 08:00–18:00; Sat 22:00–02:00 Europe/Berlin");
});
