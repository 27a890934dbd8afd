import { describe, expect, test } from "vitest";
import {
	formatAge,
	formatAgo,
	formatByteChange,
	formatBytes,
	formatClock,
	formatDate,
	formatDuration,
	formatExactBytes,
	formatFound,
	formatInstant,
	formatMoment,
	formatPeriod,
	formatPlural,
	formatSentence,
	formatShare,
	formatUntil,
	formatZoned,
} from "./format";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const minutesBefore = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

describe("sizes", () => {
	test.each([
		[0, "0 B"],
		[999, "999 B"],
		[1000, "1.0 kB"],
		[42_100_000, "42.1 MB"],
		[99_950_000, "100 MB"],
		[999_600_000, "1.0 GB"],
		[4_000_000_000_000_000, "4000 TB"],
	])("%d bytes are %s", (bytes, words) => {
		expect(formatBytes(bytes)).toBe(words);
	});

	test("exact numbers have digit groups", () => {
		expect(formatExactBytes(42_134_567)).toBe("42,134,567 bytes");
	});

	test("a change carries its sign", () => {
		expect(formatByteChange(23_800_000)).toBe("+23.8 MB");
		expect(formatByteChange(-1_200_000)).toBe("−1.2 MB");
		expect(formatByteChange(0)).toBe("same");
	});
});

test.each([
	[0, 0, "0%"],
	[0, 10, "0%"],
	[1, 1_000, "under 1%"],
	[38, 100, "38%"],
	[10, 10, "100%"],
])("%d of %d is %s", (part, whole, words) => {
	expect(formatShare(part, whole)).toBe(words);
});

describe("times", () => {
	test.each([
		[0, "now", "just now"],
		[-1, "now", "just now"],
		[4, "4 min", "4 min ago"],
		[59.9, "59 min", "59 min ago"],
		[60, "1 h", "1 h ago"],
		[24 * 60, "yesterday", "yesterday"],
		[48 * 60, "2 d", "2 d ago"],
		[14 * 24 * 60, "7 Nov", "on 7 Nov"],
		[400 * 24 * 60, "17 Oct 2025", "on 17 Oct 2025"],
	])("%d minutes ago: %s", (minutes, age, ago) => {
		expect(formatAge(minutesBefore(minutes), NOW)).toBe(age);
		expect(formatAgo(minutesBefore(minutes), NOW)).toBe(ago);
	});

	test("dates are in the reader's zone, exact instants in UTC", () => {
		expect(formatDate("2026-11-20T23:59:59.999Z", NOW, "UTC")).toBe("20 Nov");
		expect(formatDate("2026-11-20T23:59:59.999Z", NOW, "Europe/Berlin")).toBe("21 Nov");
		expect(formatDate("2026-12-31T23:30:00.000Z", NOW, "Europe/Berlin")).toBe("1 Jan 2027");
		expect(formatMoment("2026-11-20T23:59:59.999Z", NOW, "Europe/Berlin")).toBe("21 Nov, 00:59");
		expect(formatClock("2026-11-21T09:03:00.000Z", NOW, "Europe/Berlin")).toBe("at 10:03");
		expect(formatClock("2026-11-20T22:59:00.000Z", NOW, "Europe/Berlin")).toBe("on 20 Nov, 23:59");
		expect(formatZoned("2026-11-20T23:59:59.999Z", NOW, "Europe/Berlin")).toBe("21 Nov, 00:59 CET");
		expect(formatInstant("2026-11-20T23:59:59.999Z")).toBe("20 Nov 2026, 23:59:59 UTC");
	});

	test.each([
		[-1, "now"],
		[0.5, "1 min"],
		[59, "59 min"],
		[90, "2 h"],
		[47 * 60, "47 h"],
		[72 * 60, "3 d"],
	])("in %d minutes: %s", (minutes, words) => {
		expect(formatUntil(minutesBefore(-minutes), NOW)).toBe(words);
	});

	test.each([
		[0.84, "0.8 s"],
		[14.2, "14 s"],
		[59.6, "1 min"],
		[200, "3 min 20 s"],
		[7500, "2 h 5 min"],
	])("%d seconds are %s", (seconds, words) => {
		expect(formatDuration(seconds)).toBe(words);
	});
});

test("times in a sentence of the service are the reader's, what only looks like one stays", () => {
	const sentence = "It opens at 2026-11-30 05:00 UTC, and closes at 2027-07-01 22:30 UTC.";
	expect(formatSentence(sentence, NOW, "Europe/Berlin")).toBe(
		"It opens at 30 Nov, 06:00 CET, and closes at 2 Jul 2027, 00:30 CEST.",
	);
	expect(formatSentence("by 2026-13-45 05:00 UTC", NOW, "Europe/Berlin")).toBe("by 2026-13-45 05:00 UTC");
	expect(formatSentence(sentence, null)).toBe(sentence);
});

test("an unknown clock and zone give a placeholder", () => {
	const iso = minutesBefore(1);
	const words = [formatAge, formatAgo, formatClock, formatDate, formatMoment, formatUntil, formatZoned].map((format) =>
		format(iso, null),
	);
	expect(new Set(words)).toEqual(new Set(["…"]));
});

test("counts have digit groups, and their noun agrees", () => {
	expect(formatPlural(1, "geofence")).toBe("1 geofence");
	expect(formatPlural(10_000, "geofence")).toBe("10,000 geofences");
	expect(formatPlural(0, "entry", "entries")).toBe("0 entries");
});

test("filtered counts match, in the singular and in the plural", () => {
	expect(formatFound(1, "deployment", true)).toBe("1 deployment matches");
	expect(formatFound(13, "deployment", true)).toBe("13 deployments match");
	expect(formatFound(13, "deployment", false)).toBe("13 deployments");
});

test("a period names the zone, and twice where it changes", () => {
	const [from, until, summer] = ["2026-11-30T05:00:00.000Z", "2026-12-14T05:00:00.000Z", "2026-06-14T04:00:00.000Z"];
	const now = Date.parse("2026-11-25T12:00:00.000Z");
	const period = (activate_at: string | null, deactivate_at: string | null) =>
		formatPeriod({ activate_at, deactivate_at }, now, "Europe/Berlin");
	expect(period(from, until)).toBe("30 Nov, 06:00 CET – 14 Dec, 06:00");
	expect(period(summer, until)).toBe("14 Jun, 06:00 CEST – 14 Dec, 06:00 CET");
	expect(period(from, null)).toBe("from 30 Nov, 06:00 CET");
	expect(period(null, until)).toBe("until 14 Dec, 06:00 CET");
	expect(period(null, null)).toBe("");
	expect(formatPeriod({ activate_at: from, deactivate_at: null }, null)).toBe("…");
});
