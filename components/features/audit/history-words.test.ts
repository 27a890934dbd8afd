import { expect, test } from "vitest";
import { didWhat } from "@/lib/contract/events/events";
import { credentialWords, detailWords, statusWords } from "./history-words";

const NOW = Date.parse("2026-11-22T12:00:00Z");

test("what was done, and with what", () => {
	expect(didWhat({ object_type: "deployment", action: "cancel" })).toBe("cancelled the request for");
	expect(didWhat({ object_type: "deployment", action: "something_new" })).toBe("something new");
	expect(didWhat({ object_type: "toString", action: "valueOf" })).toBe("valueOf");
	expect(credentialWords({ credential: "schedule" })).toBe("by schedule");
	expect(credentialWords({ credential: "carrier_pigeon" })).toBe("carrier_pigeon");
});

test("a change shows both values; ids and records are left out", () => {
	expect(detailWords({ detail: { before: "", after: "north,south" } }, NOW)).toEqual(["none → north,south"]);
	expect(detailWords({ detail: { before: [], after: ["north", "south"] } }, NOW)).toEqual(["none → north, south"]);
	expect(
		detailWords(
			{ detail: { replaced_deployment_id: "1", nested: { a: 1 }, deactivate_at: "2026-11-21", gone: null } },
			NOW,
		),
	).toEqual(["deactivate at: 2026-11-21"]);
	expect(detailWords({ detail: null }, NOW)).toEqual([]);
});

test("numbers, answers and statuses are written as people write them", () => {
	expect(detailWords({ detail: { row_count: 887438, four_eyes: true } }, NOW)).toEqual([
		"row count: 887,438",
		"four eyes: yes",
	]);
	expect(statusWords({ status_before: "in_design", status_after: "requested" })).toBe("in design → requested");
	expect(statusWords({ status_before: "activated", status_after: "activated" })).toBeNull();
	expect(statusWords({ status_before: null, status_after: "requested" })).toBeNull();
});

test("an instant is shown in the reader's zone", () => {
	const detail = { activate_at: null, deactivate_at: "2026-12-01T09:21:07.512Z" };
	expect(detailWords({ detail }, NOW, "Asia/Tokyo")).toEqual(["deactivate at: 1 Dec, 18:21"]);
	expect(
		detailWords({ detail: { before: "2026-12-01T09:21:07.512Z", after: "2027-01-02T00:00:00.000Z" } }, NOW, "UTC"),
	).toEqual(["1 Dec, 09:21 → 2 Jan 2027, 00:00"]);
});
