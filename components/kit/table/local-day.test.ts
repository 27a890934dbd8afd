import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { endOfDay, localDay, startOfDay } from "./local-day";

const ZONE = process.env.TZ;

describe.each([
	// The day, its first instant, its last second.
	["UTC", "2026-11-25", "2026-11-25T00:00:00Z", "2026-11-25T23:59:59Z"],
	["Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T22:59:59Z"],
	["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z"],
	// Clocks go back at midnight: the day has 23:59:59 twice.
	["Asia/Beirut", "2026-10-24", "2026-10-23T21:00:00Z", "2026-10-24T21:59:59Z"],
	["Africa/Cairo", "2026-10-29", "2026-10-28T21:00:00Z", "2026-10-29T21:59:59Z"],
	["America/Santiago", "2026-04-04", "2026-04-04T03:00:00Z", "2026-04-05T03:59:59Z"],
	// Clocks go forward at midnight: the day begins at one.
	["Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00Z", "2026-03-29T20:59:59Z"],
	["America/Santiago", "2026-09-05", "2026-09-05T04:00:00Z", "2026-09-06T03:59:59Z"],
	["America/Santiago", "2026-09-06", "2026-09-06T04:00:00Z", "2026-09-07T02:59:59Z"],
	// Midnight exists twice on the same day.
	["America/Havana", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T04:59:59Z"],
])("in %s %s", (zone, day, start, end) => {
	beforeEach(() => {
		process.env.TZ = zone;
	});
	afterEach(() => {
		if (ZONE === undefined) delete process.env.TZ;
		else process.env.TZ = ZONE;
	});

	test("has all its seconds, and both bounds are of that day", () => {
		expect([startOfDay(day), endOfDay(day)]).toEqual([new Date(start), new Date(end)]);
		expect([start, end].map((instant) => localDay(new Date(instant)))).toEqual([day, day]);
	});
});

test("what is no day has no bounds", () => {
	expect([startOfDay("2026-13-45"), endOfDay("2026-13-45"), endOfDay("")]).toEqual([null, null, null]);
});
