import { afterEach, describe, expect, test } from "vitest";
import {
	clockWords,
	localMinute,
	presetTimes,
	readLocalMinute,
	samePlan,
	scheduleProblem,
	zoneWords,
} from "./schedule-times";
import { NO_WAIT } from "./testing";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const before = "2026-11-21T11:59:00.000Z";
const soon = "2026-11-21T12:01:00.000Z";
const later = "2026-11-28T12:00:00.000Z";

test("what the field holds is the same instant when it is read again", () => {
	for (const iso of [soon, "2026-03-29T01:30:15.000Z", "2026-10-25T00:30:00.000Z"]) {
		expect(readLocalMinute(localMinute(iso))).toBe(iso);
	}
	expect(localMinute(null)).toBe("");
	expect(readLocalMinute("")).toBeNull();
	expect(readLocalMinute("2026-13-45T99:00")).toBeNull();
});

describe("a time that exists twice or never", () => {
	const zone = process.env.TZ;
	afterEach(() => {
		if (zone === undefined) delete process.env.TZ;
		else process.env.TZ = zone;
	});

	test.each([
		["Europe/Berlin", "2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"],
		["Australia/Lord_Howe", "2026-04-04T14:45:00.000Z", "2026-04-04T15:15:00.000Z"],
	])("in %s stays the instant that it was while its field is not touched", (name, first, second) => {
		process.env.TZ = name;
		expect(localMinute(first)).toBe(localMinute(second));
		for (const instant of [first, second, "2026-11-30T05:00:15.250Z"]) {
			expect(readLocalMinute(localMinute(instant), instant)).toBe(instant);
		}
		expect(readLocalMinute("2026-12-01T12:00", second)).toBe(new Date("2026-12-01T12:00").toISOString());
		expect(readLocalMinute("", second)).toBeNull();
		expect(clockWords(localMinute(first), first)).toBe("Clocks go back then: this is the first of two.");
		expect(clockWords(localMinute(second), second)).toBe("Clocks go back then: this is the second of two.");
	});

	test("is told when it is typed", () => {
		process.env.TZ = "Europe/Berlin";
		const words = (text: string) => clockWords(text, readLocalMinute(text) ?? "");
		expect(words("2026-03-29T02:30")).toBe("Clocks go forward then: 02:30 does not exist, 03:30 is used.");
		expect(words("2026-10-25T02:30")).toBe("Clocks go back then: this is the first of two.");
		expect(["2026-10-25T01:59", "2026-10-25T03:00", "2026-03-29T01:59", "2026-11-30T06:00:15"].map(words)).toEqual([
			null,
			null,
			null,
			null,
		]);
	});
});

test.each([
	["nothing named", { activate_at: null, deactivate_at: null }, "activate_at"],
	["a beginning that has passed", { activate_at: before, deactivate_at: null }, "activate_at"],
	["an end that has passed", { activate_at: null, deactivate_at: before }, "deactivate_at"],
	["an end before the beginning", { activate_at: later, deactivate_at: soon }, "deactivate_at"],
	["an end at the beginning", { activate_at: soon, deactivate_at: soon }, "deactivate_at"],
	["a beginning and an end", { activate_at: soon, deactivate_at: later }, undefined],
	["an end alone", { activate_at: null, deactivate_at: soon }, undefined],
])("%s", (_name, plan, field) => {
	expect(scheduleProblem(plan, { mayActivate: true, now: NOW })?.field).toBe(field);
});

test("where nothing can be activated, the field that is missing is the end", () => {
	const plan = { activate_at: null, deactivate_at: null };
	expect(scheduleProblem(plan, { mayActivate: false, now: NOW })?.field).toBe("deactivate_at");
});

test("a schedule is another one once one of its times is", () => {
	const plan = (activate_at: string | null, deactivate_at: string | null) => ({
		schedule: { activate_at, deactivate_at, by: "mira@northgrid.example", last_problem: null, ...NO_WAIT },
	});
	expect(samePlan({ schedule: null }, { schedule: null })).toBe(true);
	expect(samePlan({ schedule: null }, plan(null, null))).toBe(true);
	expect(samePlan(plan("2037-01-01T10:00:00.000Z", null), plan("2037-01-01T10:00:00.000Z", null))).toBe(true);
	expect(samePlan(plan("2037-01-01T10:00:00.000Z", null), { schedule: null })).toBe(false);
	expect(samePlan(plan(null, "2037-01-01T10:00:00.000Z"), plan(null, "2037-01-02T10:00:00.000Z"))).toBe(false);
});

test.each([
	["Europe/Berlin", "2026-11-25T12:00:00.000Z", "Europe/Berlin (UTC+1)"],
	["Europe/Berlin", "2026-06-25T12:00:00.000Z", "Europe/Berlin (UTC+2)"],
	["UTC", "2026-11-25T12:00:00.000Z", "UTC"],
])("the zone %s at %s: %s", (zone, now, words) => {
	expect(zoneWords(zone, new Date(now))).toBe(words);
});

test.each([
	["a Wednesday", "2026-11-25T23:30", ["Tomorrow 06:00 2026-11-26T06:00", "Monday 06:00 2026-11-30T06:00"]],
	["a Sunday", "2026-11-29T12:00", ["Tomorrow 06:00 2026-11-30T06:00"]],
	["a Monday", "2026-11-30T05:00", ["Tomorrow 06:00 2026-12-01T06:00", "Monday 06:00 2026-12-07T06:00"]],
	["the last day of a year", "2026-12-31T12:00", ["Tomorrow 06:00 2027-01-01T06:00", "Monday 06:00 2027-01-04T06:00"]],
])("the usual times on %s", (_name, now, expected) => {
	expect(presetTimes(new Date(now)).map(({ label, value }) => `${label} ${value}`)).toEqual(expected);
});
