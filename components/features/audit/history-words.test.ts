import { expect, test } from "vitest";
import { didWhat } from "@/lib/contract/events/events";
import { credentialWords, detailWords } from "./history-words";

const NOW = Date.parse("2026-11-22T12:00:00Z");

test("what was done, and with what", () => {
	expect(didWhat({ object_type: "deployment", action: "cancel" })).toBe("cancelled the request for");
	expect(didWhat({ object_type: "deployment", action: "something_new" })).toBe("something new");
	expect(didWhat({ object_type: "toString", action: "valueOf" })).toBe("valueOf");
	const undo = { object_type: "deployment", action: "undo" };
	expect(didWhat({ ...undo, detail: { undone: "reject" } })).toBe("undid the rejection of");
	expect(didWhat(undo)).toBe("undid the decision on");
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
	).toEqual(["ends 2026-11-21"]);
	expect(detailWords({ detail: null }, NOW)).toEqual([]);
});

test("numbers and answers are written as people write them", () => {
	expect(detailWords({ detail: { row_count: 887438, four_eyes: true } }, NOW)).toEqual([
		"row count: 887,438",
		"four eyes: yes",
	]);
	const detail = {
		hours: 25,
		second_factor: false,
		size: 275_000,
		refused: 0,
		undone: "activate",
		program: "nightly/2",
		toString: "own",
	};
	expect(detailWords({ detail }, NOW)).toEqual([
		"after 25 h",
		"no second factor",
		"275 kB",
		"toString: own",
		"via nightly/2",
	]);
});

test("an instant is shown in the reader's zone", () => {
	const detail = { activate_at: null, deactivate_at: "2026-12-01T09:21:07.512Z" };
	expect(detailWords({ detail }, NOW, "Asia/Tokyo")).toEqual(["ends 1 Dec, 18:21"]);
	expect(
		detailWords({ detail: { before: "2026-12-01T09:21:07.512Z", after: "2027-01-02T00:00:00.000Z" } }, NOW, "UTC"),
	).toEqual(["1 Dec, 09:21 → 2 Jan 2027, 00:00"]);
});
