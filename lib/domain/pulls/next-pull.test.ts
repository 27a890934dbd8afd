import { expect, test } from "vitest";
import { nextPull, nextTry } from "./next-pull";

const at = (text: string) => new Date(text);
const daily = (dailyAt: string, timeZone: string | null) => ({
	every_hours: null,
	daily_at: dailyAt,
	time_zone: timeZone,
});

test("every so many hours, or at a time of the zone's days, also where clocks are set", () => {
	expect(nextPull({ every_hours: 6, daily_at: null, time_zone: null }, at("2026-11-25T22:00:00Z"))).toEqual(
		at("2026-11-26T04:00:00Z"),
	);
	expect(nextPull(daily("03:30", null), at("2026-11-25T03:30:00Z"))).toEqual(at("2026-11-26T03:30:00Z"));
	const berlin = daily("02:30", "Europe/Berlin");
	expect(nextPull(berlin, at("2026-11-25T01:00:00Z"))).toEqual(at("2026-11-25T01:30:00Z"));
	// Set forward over it, and back through it.
	expect(nextPull(berlin, at("2026-03-28T12:00:00Z"))).toEqual(at("2026-03-29T01:30:00Z"));
	expect(nextPull(berlin, at("2026-10-25T00:30:00Z"))).toEqual(at("2026-10-26T01:30:00Z"));
});

test("a failed pull is tried again after growing pauses, and not later than it was due", () => {
	const now = at("2026-11-25T02:00:00Z");
	const minutes = [1, 2, 5, 99].map(
		(failures) => (nextTry(daily("05:00", null), failures, now).getTime() - +now) / 60_000,
	);
	expect(minutes).toEqual([1, 5, 60, 180]);
});
