import { describe, expect, test, vi } from "vitest";
import { dayAfter, dayIn, instantOf, isTimeZone, knownTimeZone } from "./zoned-day";

const at = (day: string, time: string, zone: string) => {
	const [hour = 0, minute = 0] = time.split(":").map(Number);
	return instantOf(day, hour * 60 + minute, zone).toISOString();
};

describe("a time of day in a time zone", () => {
	test("follows the clock of the zone", () => {
		expect(at("2026-01-05", "08:00", "UTC")).toBe("2026-01-05T08:00:00.000Z");
		expect(at("2026-01-05", "08:00", "Europe/Berlin")).toBe("2026-01-05T07:00:00.000Z");
		expect(at("2026-07-05", "08:00", "Europe/Berlin")).toBe("2026-07-05T06:00:00.000Z");
		expect(at("2026-07-05", "08:00", "Asia/Kathmandu")).toBe("2026-07-05T02:15:00.000Z");
		expect(at("2026-07-05", "00:00", "Pacific/Kiritimati")).toBe("2026-07-04T10:00:00.000Z");
	});

	test("is found on days on which clocks are set, and just beside them", () => {
		expect(at("2026-03-29", "01:59", "Europe/Berlin")).toBe("2026-03-29T00:59:00.000Z");
		// 02:30 does not exist.
		expect(at("2026-03-29", "02:30", "Europe/Berlin")).toBe("2026-03-29T01:30:00.000Z");
		expect(at("2026-03-29", "03:00", "Europe/Berlin")).toBe("2026-03-29T01:00:00.000Z");
		// 02:30 exists twice.
		expect(at("2026-10-25", "02:30", "Europe/Berlin")).toBe("2026-10-25T00:30:00.000Z");
		expect(at("2026-10-25", "03:00", "Europe/Berlin")).toBe("2026-10-25T02:00:00.000Z");
		expect(at("2026-11-01", "01:30", "America/New_York")).toBe("2026-11-01T05:30:00.000Z");
		expect(at("2026-03-08", "02:30", "America/New_York")).toBe("2026-03-08T07:30:00.000Z");
	});
});

test("days follow each other, and differ between zones", () => {
	const instant = new Date("2026-01-05T20:00:00Z");
	expect([dayIn("UTC", instant), dayIn("Asia/Tokyo", instant)]).toEqual(["2026-01-05", "2026-01-06"]);
	expect([dayAfter("2026-02-28"), dayAfter("2026-12-31")]).toEqual(["2026-03-01", "2027-01-01"]);
	expect([isTimeZone("Europe/Berlin"), isTimeZone("Mars/Olympus")]).toEqual([true, false]);
});

test("time zones are names of IANA's; no spelling of one makes another clock", () => {
	expect(["+01:00", "-0530", "Etc/GMT-1", "UTC", "europe/berlin", "", "Kelvin/\u212a"].map(isTimeZone)).toEqual([
		false,
		false,
		true,
		true,
		true,
		false,
		false,
	]);
	expect([knownTimeZone("Asia/Tokyo"), knownTimeZone("+01:00")]).toEqual(["Asia/Tokyo", "UTC"]);
	isTimeZone("Europe/Berlin");
	const clocks = vi.spyOn(Intl, "DateTimeFormat");
	expect(["Europe/BERLIN", "EUROPE/Berlin", "eUrOpE/bErLiN"].every(isTimeZone)).toBe(true);
	expect(clocks).not.toHaveBeenCalled();
	clocks.mockRestore();
});

test("the clocks of many zones are forgotten", () => {
	const zones = Intl.supportedValuesOf("timeZone").slice(0, 120);
	expect(zones.every(isTimeZone)).toBe(true);
	const clocks = vi.spyOn(Intl, "DateTimeFormat");
	expect(isTimeZone(zones[119] as string)).toBe(true);
	expect(clocks).not.toHaveBeenCalled();
	isTimeZone(zones[0] as string);
	expect(clocks).toHaveBeenCalledOnce();
	clocks.mockRestore();
});
