import { expect, test } from "vitest";
import { groupByDay } from "./group-by-day";

test("groups items by the reader's days", () => {
	const at = (iso: string) => ({ at: iso });
	const now = Date.parse("2026-11-25T09:00:00.000Z");
	const items = ["2026-11-25T08:00:00.000Z", "2026-11-24T23:30:00.000Z", "2026-11-24T10:00:00.000Z"].map(at);
	const names = (zone: string) =>
		groupByDay([...items, at("2025-12-31T12:00:00.000Z")], now, zone).map(({ name, items: { length } }) => [
			name,
			length,
		]);
	expect(names("UTC")).toEqual([
		["Today", 1],
		["Yesterday", 2],
		["31 Dec 2025", 1],
	]);
	expect(names("Europe/Berlin")).toEqual([
		["Today", 2],
		["Yesterday", 1],
		["31 Dec 2025", 1],
	]);
	expect(groupByDay(items, null)).toHaveLength(1);
});
