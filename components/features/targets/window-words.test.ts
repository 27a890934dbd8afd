import { describe, expect, test } from "vitest";
import type { TargetFreeze } from "@/lib/contract/activation-window";
import { freezeWords, windowLine } from "./window-words";

const NOW = Date.parse("2026-11-25T12:00:00.000Z");
const BERLIN = "Europe/Berlin";
const freeze = (starts_at: string, ends_at: string): TargetFreeze => ({
	id: "f",
	target_id: "t",
	starts_at,
	ends_at,
	reason: "Holiday peak",
	created_by: null,
	created_at: "2026-11-01T00:00:00.000Z",
});
const hours = {
	time_zone: BERLIN,
	hours: [{ days: ["mon", "tue", "wed", "thu", "fri"] as const, from: "08:00", to: "18:00" }].map((one) => ({
		...one,
		days: [...one.days],
	})),
};

describe("the line of a target's window", () => {
	test.each([
		["always", null, [], "Open for activations"],
		["in its hours", hours, [], "Open until 25 Nov, 18:00 CET"],
		[
			"before a freeze",
			hours,
			[freeze("2026-11-25T15:00:00.000Z", "2026-11-26T15:00:00.000Z")],
			"Open until 25 Nov, 16:00 CET",
		],
		[
			"in a freeze",
			hours,
			[freeze("2026-11-25T11:00:00.000Z", "2026-11-27T20:00:00.000Z")],
			"Frozen: Holiday peak. Opens 30 Nov, 08:00 CET",
		],
		[
			"in a long freeze",
			null,
			[freeze("2026-11-25T11:00:00.000Z", "2028-11-27T20:00:00.000Z")],
			"Frozen: Holiday peak. Does not open within a year",
		],
	])("%s", (_what, weekly, freezes, words) => {
		expect(windowLine(weekly, freezes, NOW, BERLIN).words).toBe(words);
	});

	test("outside of its hours", () => {
		expect(windowLine(hours, [], NOW + 6 * 3_600_000, BERLIN)).toEqual({
			open: false,
			words: "Outside of its hours. Opens 26 Nov, 08:00 CET",
		});
	});
});

test("a freeze is named by its days, one that begins or ends within a day by its times", () => {
	expect(freezeWords(freeze("2026-12-19T23:00:00.000Z", "2027-01-02T23:00:00.000Z"), NOW, BERLIN)).toBe(
		"Frozen 20 Dec – 2 Jan 2027: Holiday peak",
	);
	expect(freezeWords(freeze("2026-12-20T08:00:00.000Z", "2026-12-20T10:00:00.000Z"), NOW, BERLIN)).toBe(
		"Frozen 20 Dec, 09:00 CET – 20 Dec, 11:00: Holiday peak",
	);
	expect(freezeWords(freeze("2026-12-19T23:00:00.000Z", "2026-12-20T23:00:00.000Z"), NOW, BERLIN)).toBe(
		"Frozen 20 Dec: Holiday peak",
	);
	expect(freezeWords(freeze("2026-12-20T08:00:00.000Z", "2027-01-02T23:00:00.000Z"), NOW, BERLIN)).toBe(
		"Frozen 20 Dec, 09:00 CET – 3 Jan 2027, 00:00: Holiday peak",
	);
});
